"""Poles and zeros -> crosses and rings in a plane with equal units, as strokes of one curve."""

import math

import numpy as np

from ..realisation import Array, ComplexArray
from .nyquist import circle
from .several import with_gaps


def crosses(places: ComplexArray, half: float) -> list[tuple[Array, Array]]:
    arm = half * np.array([-1.0, 1.0])
    return [(place.real + arm, place.imag + side * arm) for place in places for side in (1.0, -1.0)]


def rings(places: ComplexArray, radius: float) -> list[tuple[Array, Array]]:
    return [circle(complex(place), radius) for place in places]


def squares(places: ComplexArray, half: float) -> list[tuple[Array, Array]]:
    x, y = half * np.array([-1.0, 1.0, 1.0, -1.0, -1.0]), half * np.array([-1.0, -1.0, 1.0, 1.0, -1.0])
    return [(place.real + x, place.imag + y) for place in places]


def poles_and_zeros(poles: ComplexArray, zeros: ComplexArray, size: float) -> tuple[Array, Array]:
    return with_gaps([*crosses(poles, size), *rings(zeros, size)])


def extent(places: ComplexArray, *, is_sampled: bool) -> tuple[float, float, float]:
    """Left, right and top of a window around places and the boundary of stability."""
    if is_sampled:
        places = np.concatenate((places, [1.1 + 1.1j, -1.1 - 1.1j]))
    finite = places[np.isfinite(places)]
    left, right = min(float(finite.real.min(initial=0.0)), 0.0), max(float(finite.real.max(initial=0.0)), 0.0)
    top = float(np.abs(finite.imag).max(initial=0.0))
    span = max(right - left, 2 * top, 1e-12)
    margin = 0.12 * span
    return left - margin, right + margin, max(top + margin, 0.3 * span)


def damping_lines(left: float, top: float) -> list[tuple[Array, Array, str]]:
    """Rays of equal damping into the left half plane, with their labels."""
    reach = math.hypot(left, top)
    found = []
    for damping in (0.2, 0.4, 0.6, 0.8):
        along = reach * complex(-damping, math.sqrt(1 - damping**2))
        scale = min(1.0, left / along.real if along.real else 1.0, top / along.imag)
        end = scale * along
        x = np.array([end.real, 0.0, end.real])
        found.append((x, np.array([end.imag, 0.0, -end.imag]), f"ζ = {damping:g}"))
    return found


def sampled_damping_lines() -> list[tuple[Array, Array, str]]:
    """The same rays seen in the plane of z."""
    found = []
    for damping in (0.2, 0.4, 0.6, 0.8):
        angle = np.linspace(0.0, math.pi, 90)
        z = np.exp(angle * (1j - damping / math.sqrt(1 - damping**2)))
        x, y = with_gaps([(z.real, z.imag), (z.real, -z.imag)])
        found.append((x, y, f"ζ = {damping:g}"))
    return found
