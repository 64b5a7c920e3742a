"""DATA: what a model requires of its parameters, and the check of numbers against it."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from simnon.source import Span, frozen

from .equation import Equation
from .evaluate import number_of
from .expression import Expression


@frozen
class Requirement:
    """`condition`, `shown` as the user wrote it, must hold for the parameters of the system `owner`.

    It depends on the `parameters`, and reads `names`: each as written there, and its unique name.
    """

    owner: str
    condition: Expression
    shown: str
    names: tuple[tuple[str, str], ...]
    parameters: frozenset[str]
    message: str = ""
    span: Span | None = field(default=None, compare=False)

    def failure(self, value_of_name: Mapping[str, float]) -> str:
        """The message if it does not hold; otherwise empty."""
        if number_of(self.condition, lambda name: value_of_name.get(name.name)) is not False:
            return ""
        values = ", ".join(f"{written} is {_value_text(value_of_name[name])}" for written, name in self.names)
        text = f"'{self.owner}' requires {self.shown}" + (f", but {values}" if values else "")
        return f"{text}: {self.message}" if self.message else text


def _value_text(value: float) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:.12g}"


@frozen
class Requirements:
    """What the parameters must meet; `steps` compute what the conditions read besides them, in order."""

    conditions: tuple[Requirement, ...] = ()
    steps: tuple[Equation, ...] = ()

    @property
    def parameters(self) -> frozenset[str]:
        return frozenset[str]().union(*(each.parameters for each in self.conditions))

    def failures(self, value_of_parameter: Mapping[str, float]) -> Iterator[tuple[Requirement, str]]:
        """Each condition that does not hold, with its message."""
        values = dict(value_of_parameter)
        for step in self.steps:
            value = number_of(step.value, lambda name: values.get(name.name))
            assert value is not None, "requirements: a step must follow from parameters"
            values[step.target] = value
        for each in self.conditions:
            message = each.failure(values)
            if message:
                yield each, message
