"""Realisation -> an estimator of its states: a Kalman filter, or an observer with chosen poles."""

from collections.abc import Sequence
from typing import Generic

import numpy as np

from simnon.source import arguments, frozen, has_same_fields, no_hash

from ..realisation import Array, ComplexArray, Model, check_has, check_without_delays
from ..structure import observability
from ..system_text import SystemText, begin_text, declare, finish_text, indexed, products, rate_names
from .placement import placed
from .riccati import Quadratic, Words, optimal_gain, weight


@frozen
class Estimator(Generic[Model]):
    """d xe = A xe + B u + K (y - C xe - D u), or the same for the next sample."""

    model: Model
    K: Array
    poles: ComplexArray
    """Of the estimator: how fast its error dies out."""
    covariance: Array | None = None
    """Of the error before a measurement is used; None for an observer with chosen poles."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def text(self, name: str) -> str:
        """A system with the inputs and outputs of the model as inputs, and the estimates of its states as outputs."""
        model = self.model
        text = begin_text(model, name, "an estimator of states")
        inputs, outputs = text.names(model.inputs), text.names(model.outputs)
        states = text.names(f"{state}_e" for state in model.states)
        rates = rate_names(text, model, states)
        declare(text, [*inputs, *outputs], states, states, rates, is_sampled=model.is_sampled)
        self.write(text, inputs, outputs, states, rates)
        return finish_text(text, model)

    def write(
        self,
        text: SystemText,
        inputs: Sequence[str],
        outputs: Sequence[str],
        states: Sequence[str],
        rates: Sequence[str],
    ) -> None:
        """The equations of the estimates, corrected by what is measured and was not expected."""
        model = self.model
        errors = text.names(f"{output}_error" for output in outputs)
        for i, (error, output) in enumerate(zip(errors, outputs, strict=True)):
            terms = [output]
            terms += [_minus(term) for term in products(text, ("c", model.C, states), ("d", model.D, inputs), row=i)]
            text.equation(error, terms)
        for i, rate in enumerate(rates):
            terms = products(text, ("a", model.A, states), ("b", model.B, inputs), row=i)
            terms += [
                f"{text.parameter(indexed('K', i, j, self.K.shape), float(self.K[i, j]))}*{error}"
                for j, error in enumerate(errors)
            ]
            text.equation(rate, terms)


def kalman(model: Model, process_noise: object, measurement_noise: object) -> Estimator[Model]:
    """The estimator with the least variance for white noise in the states and in the outputs.

    The noises are given by their covariance, or spectral density if the model is continuous: whole, by the diagonal, or
    as one number.
    """
    check_without_delays(model, "the Kalman filter")
    check_has(model, "the Kalman filter", "states", "outputs")
    n, p = len(model.states), len(model.outputs)
    W, V = weight(process_noise, "process_noise", n), weight(measurement_noise, "measurement_noise", p)
    if np.linalg.eigvalsh(V).min() <= 0.0:
        raise arguments.refusal("measurement_noise", "a positive definite matrix", measurement_noise)
    L, P = optimal_gain(
        Quadratic(model.A.T, model.C.T, W, V, np.zeros((n, p)), model.is_sampled),
        lambda: observability(model).others,
        Words("there is no stable filter", "outputs do not show", "has no noise", "choose other outputs, or add noise"),
    )
    return _estimator(model, L.T, P)


def observer(model: Model, poles: Sequence[complex]) -> Estimator[Model]:
    """The estimator whose error has these poles."""
    check_without_delays(model, "an observer")
    check_has(model, "an observer", "states", "outputs")
    return _estimator(model, placed(model.A.T, model.C.T, poles, "outputs do not show").T, None)


def _estimator(model: Model, K: Array, covariance: Array | None) -> Estimator[Model]:
    poles = np.asarray(np.linalg.eigvals(model.A - K @ model.C), dtype=np.complex128)
    return Estimator(model, np.ascontiguousarray(K), poles, covariance)


def _minus(term: str) -> str:
    return "" if not term else term[1:] if term.startswith("-") else f"-{term}"
