"""Polynomials through values at equidistant points."""

from .subset import inline


@inline
def quartic(f0: float, f1: float, f2: float, f3: float, f4: float, s: float) -> float:
    """The polynomial through five values at s = 0, 1, 2, 3, 4 (Newton's form)."""
    b = f1 - f0
    c = f2 - 2.0 * f1 + f0
    d = f3 - 3.0 * (f2 - f1) - f0
    e = f4 - 4.0 * (f3 + f1) + 6.0 * f2 + f0
    inner = d / 6.0 + (s - 3.0) * (e / 24.0)
    return f0 + s * (b + (s - 1.0) * (0.5 * c + (s - 2.0) * inner))
