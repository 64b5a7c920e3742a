"""Realisation -> state feedback u = Lr r - L x: optimal for a quadratic cost, or with chosen poles."""

from collections.abc import Sequence
from typing import Generic

import numpy as np

from simnon.source import arguments, frozen, has_same_fields, no_hash

from ..realisation import Array, ComplexArray, Model, Realisation, check_has, check_without_delays, matrix
from ..structure import controllability
from ..system_text import SystemText, begin_text, declare, finish_text, indexed
from .placement import placed
from .riccati import Quadratic, Words, optimal_gain, weight


@frozen
class StateFeedback(Generic[Model]):
    """u = reference_gain r - L x."""

    model: Model
    L: Array
    poles: ComplexArray
    """Of the closed loop."""
    reference_gain: Array | None
    """From references of the outputs to inputs, such that outputs reach them; None if there is none."""
    cost: Array | None = None
    """S, with the least cost x'S x from the state x; None if no cost was minimised."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def text(self, name: str) -> str:
        """A system with the states as inputs, and a reference for each output if there is a gain for it."""
        model = self.model
        text = begin_text(model, name, "state feedback u = Lr r - L x")
        states, outputs = text.names(model.states), text.names(model.inputs)
        references = self.references(text)
        declare(text, [*states, *references], outputs, [], [], is_sampled=model.is_sampled)
        self.write(text, outputs, states, references)
        return finish_text(text, model)

    def references(self, text: SystemText) -> list[str]:
        return [] if self.reference_gain is None else text.names(f"{name}_ref" for name in self.model.outputs)

    def write(self, text: SystemText, outputs: Sequence[str], states: Sequence[str], references: Sequence[str]) -> None:
        """The equation of each control signal, with a parameter for each gain."""
        for i, output in enumerate(outputs):
            gains = np.zeros((len(outputs), 0)) if self.reference_gain is None else self.reference_gain
            terms = [
                f"{text.parameter(indexed('Lr', i, j, gains.shape), float(gains[i, j]))}*{reference}"
                for j, reference in enumerate(references)
            ]
            terms += [
                f"-{text.parameter(indexed('L', i, j, self.L.shape), float(self.L[i, j]))}*{state}"
                for j, state in enumerate(states)
            ]
            text.equation(output, terms)


def lqr(model: Model, Q: object, R: object, N: object = None) -> StateFeedback[Model]:
    """The feedback that minimises the integral, or the sum over samples, of x'Q x + u'R u + 2 x'N u."""
    check_without_delays(model, "the linear-quadratic regulator")
    check_has(model, "the linear-quadratic regulator", "states", "inputs")
    n, m = model.B.shape
    q, r = weight(Q, "Q", n), weight(R, "R", m)
    cross = np.zeros((n, m)) if N is None else matrix(N, "N", (n, m))
    if np.linalg.eigvalsh(r).min() <= 0.0:
        raise arguments.refusal("R", "a positive definite matrix", R)
    L, S = optimal_gain(
        Quadratic(model.A, model.B, q, r, cross, model.is_sampled),
        lambda: controllability(model).others,
        Words(
            "there is no stabilising solution",
            "inputs do not reach",
            "has no weight",
            "choose other inputs, or weigh all states",
        ),
    )
    return feedback_with(model, L, S)


def pole_placement(model: Model, poles: Sequence[complex]) -> StateFeedback[Model]:
    """The feedback that gives the closed loop these poles."""
    check_without_delays(model, "pole placement")
    check_has(model, "pole placement", "states", "inputs")
    return feedback_with(model, placed(model.A, model.B, poles, "inputs do not reach"), None)


def feedback_with(model: Model, L: Array, cost: Array | None) -> StateFeedback[Model]:
    closed = model.A - model.B @ L
    poles = np.asarray(np.linalg.eigvals(closed), dtype=np.complex128)
    return StateFeedback(model, np.asarray(L), poles, _reference_gain(model, L, closed), cost)


def _reference_gain(model: Realisation, L: Array, closed: Array) -> Array | None:
    """The inverse of the static gain of the closed loop, if it has one."""
    if len(model.inputs) != len(model.outputs):
        return None
    matrix_at_rest = (np.eye(len(closed)) if model.is_sampled else 0.0) - closed
    if len(closed) and np.linalg.cond(matrix_at_rest) > 1e13:
        return None
    gain = (model.C - model.D @ L) @ np.linalg.solve(matrix_at_rest, model.B) + model.D
    return None if np.linalg.cond(gain) > 1e12 else np.asarray(np.linalg.inv(gain))
