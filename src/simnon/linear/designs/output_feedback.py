"""State feedback and an estimator -> one regulator from measurements to controls."""

from dataclasses import replace
from typing import Generic

import numpy as np

from simnon.source import UserError, frozen, has_same_fields, no_hash

from ..realisation import Array, ComplexArray, Model
from ..system_text import begin_text, declare, finish_text, rate_names
from .estimator import Estimator
from .state_feedback import StateFeedback


@frozen
class OutputFeedback(Generic[Model]):
    """u = reference_gain r - L xe, with the states xe of the estimator."""

    feedback: StateFeedback[Model]
    estimator: Estimator[Model]
    poles: ComplexArray
    """Of the closed loop: those of the feedback and those of the estimator."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def text(self, name: str) -> str:
        """A system with the outputs of the model as inputs, and its inputs as outputs."""
        model = self.estimator.model
        text = begin_text(model, name, "feedback from estimated states")
        measured, controls = text.names(model.outputs), text.names(model.inputs)
        references = self.feedback.references(text)
        states = text.names(f"{state}_e" for state in model.states)
        rates = rate_names(text, model, states)
        declare(text, [*measured, *references], controls, states, rates, is_sampled=model.is_sampled)
        self.feedback.write(text, controls, states, references)
        self.estimator.write(text, controls, measured, states, rates)
        return finish_text(text, model)

    def regulator(self) -> Model:
        """From the outputs of the model to its inputs, as a linear model; references are zero."""
        L, K, own = self.feedback.L, self.estimator.K, self.estimator.model
        A = own.A - own.B @ L - K @ (own.C - own.D @ L)
        names = tuple(f"{state}_e" for state in own.states)
        return replace(
            own,
            A=A,
            B=K,
            C=-L,
            D=np.zeros((len(L), K.shape[1])),
            states=names,
            inputs=own.outputs,
            outputs=own.inputs,
            channels=None,
            units={},
            notes=(),
        )


def output_feedback(feedback: StateFeedback[Model], estimator: Estimator[Model]) -> OutputFeedback[Model]:
    """Both must be designed for the same model."""
    if feedback.model != estimator.model:
        raise UserError("different-models", "the feedback and the estimator are designed for different models")
    model, L, K = feedback.model, feedback.L, estimator.K
    A: Array = np.block([[model.A, -model.B @ L], [K @ model.C, model.A - model.B @ L - K @ model.C]])
    return OutputFeedback(feedback, estimator, np.asarray(np.linalg.eigvals(A), dtype=np.complex128))
