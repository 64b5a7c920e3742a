"""Folds and Hopf points as two parameters vary: curves of them, with the points where they degenerate.

A fold is a point with a null vector v of its Jacobian J: f = 0, J v = 0. A Hopf point with the frequency w has a plane
of vectors with J (J v) = -w^2 v; in this form the curve passes smoothly through a Bogdanov-Takens point, beyond which
it would be one of neutral saddles, and ends there. The derivatives of J v are exact: they are those of the model that
carries a vector along (`Field.with_direction`).
"""

import numpy as np

from simnon.program import Array
from simnon.source import UserError, frozen

from ..points import Field
from .branch import Branch
from .request import BranchRequest
from .second_order import Expansion, lyapunov_coefficient
from .special import Event, Points, make_branch, without_repetitions
from .stability import ComplexArray, eigenvalues_of, opposite_pair
from .walk import LIMIT, Observation, Solve, WalkPoint, correct, walk

BEYOND_BT = "the curve ends at a Bogdanov-Takens point, with frequency zero"


@frozen
class CurveObservation(Observation):
    eigenvalues: ComplexArray
    rest: ComplexArray
    """The eigenvalues that are not on the imaginary axis by construction."""
    details: dict[str, float]


class _Extended:
    """States x, vectors, numbers and two parameters, in this order; lengths are relative to fixed sizes."""

    def __init__(self, request: BranchRequest, vectors: int, numbers: Array) -> None:
        self.request = request
        self.field = Field(request.simulator, request.parameters, request.point)
        self.carried = self.field.with_direction()
        self.count = len(self.field.states)
        values = request.point.values
        self.states = np.array([values[name] for name in self.field.states])
        self.parameters = np.array([values[name] for name in request.parameters])
        self.sizes = np.where(np.abs(self.states) > 0.0, np.abs(self.states), 1.0)
        self.scales: Array = np.concatenate((*[self.sizes] * (vectors + 1), numbers, request.upper - request.lower))
        self.limit_names: tuple[str, ...] = (*request.limit_names(), *self.field.ends_of_domains)
        self._last: tuple[bytes, Array, Array] = (b"", np.zeros(0), np.zeros(0))

    @property
    def weights(self) -> Array:
        weights: Array = 1.0 / np.square(self.scales)
        return weights

    def residual(self, unknowns: Array) -> Array:
        return self._system(unknowns)[0]

    def bordered(self, unknowns: Array, row: Array) -> Solve:
        matrix = np.vstack((self._system(unknowns)[1], row)) * self.scales
        sizes = np.abs(matrix).max(axis=1)
        sizes = np.where(sizes > 0.0, sizes, 1.0)
        if not np.isfinite(matrix).all():
            raise np.linalg.LinAlgError("the derivatives are not finite")
        return lambda right: self.scales * np.linalg.solve(matrix / sizes[:, None], right / sizes)

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        """A frequency that was small at the start must not keep the steps small."""
        self.scales[:-2] = np.maximum(self.scales[:-2], np.abs(unknowns[:-2]))
        return unknowns, tangent

    def _system(self, unknowns: Array) -> tuple[Array, Array]:
        key = unknowns.tobytes()
        if self._last[0] != key:
            self._last = (key, *self.system(unknowns))
        return self._last[1], self._last[2]

    def system(self, unknowns: Array) -> tuple[Array, Array]:
        """The residual and the Jacobian."""
        raise NotImplementedError

    def carry(self, states: Array, vectors: tuple[Array, ...], parameters: Array) -> tuple[Array, Array]:
        """For each vector v: (f, J v), and its derivatives by states, vector and parameters."""
        points = np.array([np.concatenate((states, vector)) for vector in vectors])
        repeated = np.repeat(parameters[None], len(vectors), axis=0)
        return self.carried.values(points, repeated), self.carried.derivatives(points, repeated)

    def jacobian(self, unknowns: Array) -> Array:
        """Of the states alone."""
        found: Array = self.field.derivatives(unknowns[None, : self.count], unknowns[None, -2:])[0]
        return found[:, : self.count]

    def limits(self, unknowns: Array) -> Array:
        names = tuple(self.request.bounds)
        states, parameters = unknowns[None, : self.count], unknowns[None, -2:]
        others = self.field.others(names, states, parameters)[0] if names else ()
        return np.append(self.request.limits(unknowns[-2:], others), self.field.inside(states, parameters)[0])


class FoldProblem(_Extended):
    """f = 0, J v = 0, |v| = 1."""

    events = ("CP", "BT", "ZH")

    def __init__(self, request: BranchRequest) -> None:
        super().__init__(request, 1, np.zeros(0))
        self._left, self._bend = np.zeros(self.count), 0.0

    def start(self) -> Array:
        matrix = self.field.derivatives(self.states[None], self.parameters[None])[0][:, : self.count]
        vector = self.sizes * np.linalg.svd(matrix * self.sizes)[2][-1]
        return np.concatenate((self.states, vector, self.parameters))

    def system(self, unknowns: Array) -> tuple[Array, Array]:
        n = self.count
        states, vector, parameters = unknowns[:n], unknowns[n : 2 * n], unknowns[2 * n :]
        (values,), (matrix,) = self.carry(states, (vector,), parameters)
        norm = np.concatenate((np.zeros(n), 2.0 * vector / self.sizes**2, np.zeros(2)))
        excess = float(np.sum((vector / self.sizes) ** 2)) - 1.0
        return np.append(values, excess), np.vstack((matrix, norm))

    def observe(self, unknowns: Array, tangent: Array) -> CurveObservation:  # noqa: ARG002
        n = self.count
        matrix = self._system(unknowns)[1]
        jacobian, by_vector, vector = matrix[:n, :n], matrix[n : 2 * n, :n], unknowns[n : 2 * n]
        left = self._left_vector(jacobian)
        self._bend = max(self._bend, float(np.abs(by_vector @ vector).max()), 1e-300)
        cusp = left @ (by_vector @ vector) / self._bend
        double = left @ vector / float(np.linalg.norm(left * self.sizes))
        eigenvalues = eigenvalues_of(jacobian)
        rest = np.delete(eigenvalues, int(np.argmin(np.abs(eigenvalues))))
        pair = opposite_pair(rest)
        hopf = pair.balance if pair.frequency > 0.0 else np.nan
        place = np.concatenate((unknowns[:n], unknowns[-2:])) / np.concatenate((self.sizes, self.scales[-2:]))
        return CurveObservation(np.array([cusp, double, hopf]), self.limits(unknowns), place, eigenvalues, rest, {})

    def _left_vector(self, jacobian: Array) -> Array:
        """The left null vector, with the sign it has had so far."""
        left = np.linalg.svd(jacobian * self.sizes)[0][:, -1]
        return left if left @ self._left >= 0.0 else -left

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        self._left = self._left_vector(self.jacobian(unknowns))
        return super().renewed(unknowns, tangent)


class HopfProblem(_Extended):
    """f = 0, J v = w, J w = -k v with the square k of the frequency, |v| = 1, and v across a fixed vector."""

    events = ("BT", "GH", "ZH", "HH")

    def __init__(self, request: BranchRequest) -> None:
        assert request.start is not None
        self._first = request.start.details["frequency"]
        super().__init__(request, 2, np.array([self._first**2]))
        self.scales[2 * self.count : 3 * self.count] *= self._first
        self.limit_names = (*self.limit_names, BEYOND_BT)
        self._across = np.zeros(self.count)

    def start(self) -> Array:
        matrix = self.field.derivatives(self.states[None], self.parameters[None])[0][:, : self.count]
        complex_vector = np.linalg.svd(matrix - 1j * self._first * np.eye(self.count))[2][-1].conj()
        vector = complex_vector.real / np.linalg.norm(complex_vector.real / self.sizes)
        moved = matrix @ vector
        self._across = self._perpendicular(vector, moved)
        return np.concatenate((self.states, vector, moved, [self._first**2], self.parameters))

    def _perpendicular(self, vector: Array, moved: Array) -> Array:
        """The row that keeps v in its direction within the plane of v and w."""
        v, w = vector / self.sizes, moved / self.sizes
        across = w - (w @ v) * v
        return np.asarray(across / np.linalg.norm(across) / self.sizes)

    def _parts(self, unknowns: Array) -> tuple[Array, Array, Array, float, Array]:
        n = self.count
        return unknowns[:n], unknowns[n : 2 * n], unknowns[2 * n : 3 * n], float(unknowns[3 * n]), unknowns[-2:]

    def system(self, unknowns: Array) -> tuple[Array, Array]:
        n = self.count
        states, vector, moved, square, parameters = self._parts(unknowns)
        values, matrices = self.carry(states, (vector, moved), parameters)
        residual = np.concatenate(
            (
                values[0, :n],
                values[0, n:] - moved,
                values[1, n:] + square * vector,
                np.array([float(np.sum((vector / self.sizes) ** 2)) - 1.0, float(self._across @ vector)]),
            )
        )
        one, none, column = np.eye(n), np.zeros((n, n)), np.zeros((n, 1))
        jacobian, by_vector, by_moved = matrices[0, :n, :n], matrices[0, n:, :n], matrices[1, n:, :n]
        by_parameters = matrices[:, :, 2 * n :]
        rows = [
            np.hstack((jacobian, none, none, column, by_parameters[0, :n])),
            np.hstack((by_vector, jacobian, -one, column, by_parameters[0, n:])),
            np.hstack((by_moved, square * one, jacobian, vector[:, None], by_parameters[1, n:])),
            np.concatenate((np.zeros(n), 2.0 * vector / self.sizes**2, np.zeros(n + 3)))[None],
            np.concatenate((np.zeros(n), self._across, np.zeros(n + 3)))[None],
        ]
        return residual, np.vstack(rows)

    def observe(self, unknowns: Array, tangent: Array) -> CurveObservation:  # noqa: ARG002
        states, _, _, square, parameters = self._parts(unknowns)
        eigenvalues = eigenvalues_of(self.jacobian(unknowns))
        frequency = float(np.sqrt(max(square, 0.0)))
        rest = _without_pair(eigenvalues, frequency)
        coefficient = np.nan
        if frequency > 1e-3 * self._first:
            at = np.concatenate((states, parameters))
            scales = np.concatenate((self.sizes, self.scales[-2:]))
            coefficient = lyapunov_coefficient(Expansion(self.field, at, scales), frequency)
        pair = opposite_pair(rest)
        tests = np.array(
            [square / self._first**2, coefficient, _zero_test(rest), pair.balance if pair.frequency > 0.0 else np.nan]
        )
        place = np.concatenate((states, parameters)) / np.concatenate((self.sizes, self.scales[-2:]))
        limits = np.append(self.limits(unknowns), square / self._first**2)
        details = {"frequency": frequency, "lyapunov": float(coefficient)}
        return CurveObservation(tests, limits, place, eigenvalues, rest, details)

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        _, vector, moved, _, _ = self._parts(unknowns)
        self._across = self._perpendicular(vector, moved)
        self._last = (b"", np.zeros(0), np.zeros(0))
        return super().renewed(unknowns, tangent)


def _without_pair(eigenvalues: ComplexArray, frequency: float) -> ComplexArray:
    kept = eigenvalues
    for value in (1j * frequency, -1j * frequency):
        kept = np.delete(kept, int(np.argmin(np.abs(kept - value))))
    return kept


def _zero_test(eigenvalues: ComplexArray) -> float:
    """Passes through zero with a real eigenvalue."""
    real = eigenvalues[eigenvalues.imag == 0.0].real
    if not len(real):
        return np.nan
    sign = -1.0 if np.count_nonzero(real < 0.0) % 2 else 1.0
    return sign * float(np.abs(real).min()) / max(float(np.abs(eigenvalues).max()), 1e-300)


def follow_folds(request: BranchRequest) -> tuple[Branch, ...]:
    return (_follow("folds", FoldProblem(request), request),)


def follow_hopf_points(request: BranchRequest) -> tuple[Branch, ...]:
    return (_follow("Hopf points", HopfProblem(request), request),)


def _follow(kind: str, problem: FoldProblem | HopfProblem, request: BranchRequest) -> Branch:
    _check_range(problem)
    start, tangent = _on_curve(problem, problem.start(), request)
    problem.renewed(start, tangent)
    down, up = (walk(problem, start, along, request.settings) for along in (-tangent, tangent))
    points = (*reversed(down.points[1:]), *up.points)
    count = problem.count
    unknowns = np.array([point.unknowns for point in points])
    rest = np.array([_seen(point).rest for point in points])
    events = [(i, _event(problem, point)) for i, point in enumerate(points) if point.test is not None]
    found = [(i, event) for i, event in events if event is not None] + [
        (i, _end(reason)) for i, reason in ((0, down.reason), (len(points) - 1, up.reason))
    ]
    return make_branch(
        kind,
        problem.field,
        Points(
            unknowns[:, :count],
            unknowns[:, -2:],
            np.array([_seen(point).eigenvalues for point in points]),
            np.asarray(rest.real.max(axis=1, initial=-np.inf) < 0.0),
        ),
        without_repetitions(found),
        (down.reason, up.reason),
    )


def _seen(point: WalkPoint) -> CurveObservation:
    assert isinstance(point.observation, CurveObservation)
    return point.observation


def _end(reason: str) -> Event:
    return Event("BT") if reason == BEYOND_BT else Event("EP")


def _event(problem: FoldProblem | HopfProblem, point: WalkPoint) -> Event | None:
    assert point.test is not None
    kind = problem.events[point.test]
    if point.is_jump or (kind == "BT" and isinstance(problem, HopfProblem)):
        return None
    return Event(kind, _seen(point).details)


def _on_curve(problem: FoldProblem | HopfProblem, guess: Array, request: BranchRequest) -> tuple[Array, Array]:
    """The point of the curve next to the labelled one, and the tangent there, with the first parameter growing."""
    found: Array | None = guess
    for _ in range(2):
        _, jacobian = problem.system(guess)
        tangent = problem.scales * np.linalg.svd(jacobian * problem.scales)[2][-1]
        found = correct(problem, guess, tangent, request.settings)
        if found is None:
            raise UserError(
                "bad-start",
                f"no curve over {' and '.join(request.parameters)} was found through the start",
                "start from a different point",
            )
        guess = found
    return guess, tangent if tangent[-2] >= 0.0 else -tangent


def _check_range(problem: FoldProblem | HopfProblem) -> None:
    request = problem.request
    inside = request.limits(problem.parameters, [request.point.values[name] for name in request.bounds])
    if inside.min() < -LIMIT:
        name = request.limit_names()[int(inside.argmin())].replace("has reached", "is beyond")
        raise UserError(
            "start-outside-range", f"the start is outside the range: {name}", "extend the range, or start elsewhere"
        )
