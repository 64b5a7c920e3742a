"""A closed curve near a periodic orbit -> the orbit, with fixed parameters, on a mesh that suits it."""

import numpy as np

from simnon.program import Array
from simnon.source import UserError

from .condensing import Condensed
from .equations import Collocation, HasField, Orbit, inner_row
from .multipliers import Floquet, without_trivial
from .problem import CycleSettings, better_mesh
from .profile import Profile

MAX_ITERATIONS, MAX_MESHES, MAX_HALVINGS = 30, 6, 6
CONVERGED = 1e-9
POINT = 1e-6
"""An orbit whose ranges are this fraction of its sizes is a point."""
LONGEST_STEP = 0.5
"""Of the period, relative to it."""


def solve_orbit(field: HasField, guess: Orbit, settings: CycleSettings) -> tuple[Orbit, Floquet]:
    """By Newton's method, again on a better mesh until the error is tolerated."""
    orbit = guess
    for _ in range(MAX_MESHES):
        orbit, condensed = _newton(field, orbit)
        scales = np.maximum(orbit.profile.ranges, POINT * np.abs(orbit.profile.values).max(axis=0))
        if not (orbit.profile.ranges > POINT * np.abs(orbit.profile.values).max(axis=0)).any():
            raise UserError("no-cycle", "the search leads to a stationary point", "start closer to the orbit")
        mesh = better_mesh(orbit.profile, np.where(scales > 0.0, scales, 1.0), settings)
        if mesh is None:
            break
        orbit = orbit.on(mesh)
    else:
        orbit, condensed = _newton(field, orbit)
    return orbit, without_trivial(condensed.multipliers())


def _newton(field: HasField, guess: Orbit) -> tuple[Orbit, Condensed]:
    """A step that does not make the equations' errors smaller is halved."""
    orbit, ranges = guess, guess.profile.ranges
    scales = np.where(ranges > 0.0, ranges, 1.0)
    rows = _rows(guess, scales)
    at = Collocation(field, orbit)
    for _ in range(MAX_ITERATIONS):
        condensed = at.condensed(-at.residuals)
        phase = rows[0, : guess.profile.values.size] @ (guess.profile.values - orbit.profile.values).ravel()
        values = np.append(phase, np.zeros(len(rows) - 1))
        try:
            step, numbers = condensed.solve(rows, values, np.append(scales, [orbit.period, *np.ones(len(rows) - 1)]))
        except np.linalg.LinAlgError:
            break
        change = step.reshape(orbit.profile.values.shape)
        size = max(float(np.abs(change / scales).max()), abs(float(numbers[0])) / orbit.period)
        if not np.isfinite(size):
            break
        if size <= CONVERGED:
            return orbit, condensed
        share = min(1.0, LONGEST_STEP * orbit.period / max(abs(float(numbers[0])), 1e-300))
        at = _improved(field, orbit, change, float(numbers[0]), share, float(np.abs(at.residuals).max()))
        orbit = at.orbit
    raise UserError(
        "no-cycle",
        "no periodic orbit was found near the run",
        "run for longer until it repeats itself, or give the period",
    )


def _improved(field: HasField, orbit: Orbit, change: Array, longer: float, share: float, before: float) -> Collocation:
    for _ in range(MAX_HALVINGS):
        profile = Profile(orbit.profile.mesh, orbit.profile.values + share * change)
        at = Collocation(field, Orbit(profile, orbit.period + share * longer, orbit.parameters))
        error = np.abs(at.residuals).max()
        if np.isfinite(error) and error < max(2.0 * before, 1e-9):
            break
        share /= 2.0
    return at


def _rows(orbit: Orbit, scales: Array) -> Array:
    """The phase of the guess, and fixed parameters."""
    size, count = orbit.profile.values.size, len(orbit.parameters)
    rows = np.zeros((1 + count, size + 1 + count))
    phase = inner_row(orbit.profile, orbit.profile.slopes, scales)
    length = np.linalg.norm(phase)
    if length == 0.0:
        raise UserError("no-cycle", "the run rests at an equilibrium", "start it elsewhere")
    rows[0, :size] = phase / length
    rows[1:, size + 1 :] = np.eye(count)
    return rows
