"""Where a branch of periodic orbits begins: at a Hopf point, at a period doubling, or at an orbit."""

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from .equations import Collocation, HasField, Orbit
from .multipliers import ComplexArray
from .profile import Profile

AMPLITUDE = 0.01
"""Of the first orbit of a branch, relative to the sizes of the variables."""
END = 0.3
"""An orbit whose amplitude is this fraction of the first one is at the end of its branch."""
INTERVALS, DEGREE = 20, 4
FINE = 1e-13
SECANTS, VANISHED = 30, 1e-8
"""Steps of the secant method, and the growth of an oscillation that has none, relative to its frequency."""


@frozen
class Start:
    """`orbit` is near the branch; the first orbit on it is in the plane across `direction`."""

    orbit: Orbit
    direction: Orbit
    sizes: Array
    """What a change of each variable is small against while the orbit is."""
    is_doubled: bool = False


@frozen
class HopfPoint:
    states: Array
    parameter: float
    frequency: float


def from_hopf(field: HasField, hopf: HopfPoint) -> Start:
    """A small orbit in the plane of the critical eigenvectors."""
    mode = _mode(field, hopf)
    sizes = np.abs(hopf.states)
    is_known = sizes > 0.0
    largest = float((np.abs(mode[is_known]) / sizes[is_known]).max(initial=0.0)) or float(np.abs(mode).max())
    mode = mode / largest
    mesh = np.linspace(0.0, 1.0, INTERVALS + 1)
    phases = 2.0 * np.pi * np.arange(INTERVALS * DEGREE) / (INTERVALS * DEGREE)
    curve = (mode * np.exp(1j * phases)[:, None]).real
    orbit = Orbit(
        Profile(mesh, hopf.states + AMPLITUDE * curve), 2.0 * np.pi / hopf.frequency, np.array([hopf.parameter])
    )
    return Start(orbit, Orbit(Profile(mesh, curve), 0.0, np.zeros(1)), np.maximum(sizes, np.abs(mode)))


def _mode(field: HasField, hopf: HopfPoint) -> ComplexArray:
    matrix = matrix_at(field, hopf.states, hopf.parameter)
    found = np.linalg.svd(matrix - 1j * hopf.frequency * np.eye(len(matrix)))[2][-1].conj()
    return np.asarray(found, dtype=np.complex128)


def from_doubling(field: HasField, orbit: Orbit) -> Start:
    """Two rounds of an orbit with a multiplier at -1, moved apart."""
    at = Collocation(field, orbit)
    mode = at.condensed(np.zeros(len(at.residuals))).direction(-1.0).reshape(orbit.profile.values.shape)
    sizes = np.maximum(orbit.profile.ranges, FINE * np.abs(orbit.profile.values).max(axis=0))
    shift = Profile(orbit.profile.mesh, mode / np.abs(mode / sizes).max()).doubled(-1.0)
    two = orbit.profile.doubled()
    moved = Profile(two.mesh, two.values + AMPLITUDE * shift.values)
    direction = Orbit(shift, 0.0, np.zeros(1))
    return Start(Orbit(moved, 2.0 * orbit.period, orbit.parameters), direction, sizes, is_doubled=True)


def from_orbit(orbit: Orbit, sign: float) -> Start:
    """The branch through an orbit that is known, towards larger or smaller parameters."""
    profile = orbit.profile
    sizes = np.abs(profile.values).max(axis=0)
    still = Profile(profile.mesh, np.zeros_like(profile.values))
    return Start(orbit, Orbit(still, 0.0, np.array([sign])), np.where(sizes > 0.0, sizes, 1.0))


def from_fold(orbit: Orbit, sign: float) -> Start:
    """The branch through a fold, towards larger or smaller orbits: there the parameter does not change."""
    start = from_orbit(orbit, sign)
    profile = orbit.profile
    growing = Profile(profile.mesh, sign * (profile.values - profile.mean()))
    return Start(orbit, Orbit(growing, 0.0, np.zeros(1)), start.sizes)


def hopf_near(field: HasField, guess: HopfPoint) -> HopfPoint | None:
    """The Hopf point at which a small orbit with about this frequency has vanished."""
    found = guess

    def growth(parameter: float) -> float:
        nonlocal found
        states = _rest(field, found.states, parameter)
        values = np.linalg.eigvals(matrix_at(field, states, parameter))
        critical = values[np.argmin(np.abs(values - 1j * guess.frequency))]
        found = HopfPoint(states, parameter, float(critical.imag))
        return float(critical.real)

    before, last = guess.parameter, guess.parameter + 1e-6 * max(abs(guess.parameter), 1e-3)
    try:
        at_before, at_last = growth(before), growth(last)
        for _ in range(SECANTS):
            if at_last == at_before or abs(last - before) <= FINE * abs(last):
                break
            step = at_last * (last - before) / (at_last - at_before)
            before, at_before, last = last, at_last, last - step
            at_last = growth(last)
    except np.linalg.LinAlgError:
        return None
    return found if abs(at_last) <= VANISHED * guess.frequency else None


def _rest(field: HasField, states: Array, parameter: float) -> Array:
    """The equilibrium near these states, by Newton's method."""
    numbers = np.array([[parameter]])
    for _ in range(10):
        step = np.linalg.solve(matrix_at(field, states, parameter), field.values(states[None], numbers)[0])
        states = states - step
        if np.all(np.abs(step) <= FINE * np.abs(states)):
            break
    return states


def matrix_at(field: HasField, states: Array, parameter: float) -> Array:
    """The Jacobian of the field at an equilibrium, by the states."""
    return field.derivatives(states[None], np.array([[parameter]]))[0, :, : len(states)]
