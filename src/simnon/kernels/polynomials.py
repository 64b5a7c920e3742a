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


@inline
def least_coefficient(f0: float, f1: float, f2: float, f3: float, f4: float) -> float:
    """The least Bernstein coefficient of that polynomial: it is nowhere below it between the first and last value."""
    second = (-13.0 * f0 + 48.0 * f1 - 36.0 * f2 + 16.0 * f3 - 3.0 * f4) / 12.0
    third = (13.0 * (f0 + f4) - 64.0 * (f1 + f3) + 120.0 * f2) / 18.0
    fourth = (-3.0 * f0 + 16.0 * f1 - 36.0 * f2 + 48.0 * f3 - 13.0 * f4) / 12.0
    return min(f0, second, third, fourth, f4)
