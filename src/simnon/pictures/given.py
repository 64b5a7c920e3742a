"""The arguments of an operation -> numbers, texts, names and colours, as what performs it asks for them."""

from collections.abc import Mapping

import numpy as np

from simnon.languages.simnon import Argument, Formatted, Quoted
from simnon.model import Apply, Name, Number
from simnon.source import Report, nearest

from .colours import SCALES, all_words, colour_word
from .columns import Evaluator
from .operations import OPERATIONS
from .picture import Act
from .scene import Chosen, Colour, Column, Reading, Tint


class Given:
    """The arguments of one act, by the names of the parameters."""

    def __init__(self, act: Act, evaluator: Evaluator, indices: Mapping[str, float], report: Report) -> None:
        self.act = act
        self._evaluator = evaluator
        self._indices = indices
        self._report = report
        self._operation = OPERATIONS[act.word]
        self._position_of = {each.name: place for place, each in enumerate(self._operation.parameters)}

    def has(self, name: str) -> bool:
        return self._position_of[name] < len(self.act.arguments)

    def _argument(self, name: str) -> Argument:
        return self.act.arguments[self._position_of[name]]

    def number(self, name: str, default: float = 0.0) -> Column:
        return self._number(self._argument(name)) if self.has(name) else default

    def numbers(self, *names: str) -> list[Column]:
        return [self.number(name) for name in names]

    def rest(self, name: str) -> list[Column]:
        """From this one on."""
        return [self._number(each) for each in self.act.arguments[self._position_of[name] :]]

    def constant(self, name: str, default: float = 0.0) -> float:
        """A number that does not change; one that does is reported, and the default taken."""
        return self._constant(name, self.number(name, default), default)

    def constants(self, name: str, default: float) -> list[float]:
        """From this one on."""
        return [self._constant(name, each, default) for each in self.rest(name)]

    def _constant(self, name: str, value: Column, default: float) -> float:
        if not isinstance(value, np.ndarray):
            return value if np.isfinite(value) else self._not_finite(name, default)
        self._report.error(
            "wrong-arguments",
            f"'{name}' of {self.act.word.upper()} cannot change",
            self.act.span,
            "write a number or a parameter",
        )
        return default

    def _not_finite(self, name: str, default: float) -> float:
        """A name that is unknown has been reported already."""
        if not self._report.has_errors:
            message = f"'{name}' of {self.act.word.upper()} is not a finite number"
            self._report.error("wrong-arguments", message, self.act.span, "write a number or a parameter")
        return default

    def _number(self, argument: Argument) -> Column:
        assert not isinstance(argument, Quoted)
        value = self._evaluator.evaluate(argument.value if isinstance(argument, Formatted) else argument, self._indices)  # type: ignore[arg-type]
        return value if isinstance(value, np.ndarray) and value.ndim else float(value)

    def text(self, name: str, default: str = "") -> str:
        if not self.has(name):
            return default
        argument = self._argument(name)
        assert isinstance(argument, Quoted)
        return argument.text

    def word(self, name: str, default: str = "") -> str:
        """In lower case."""
        return self.path(name).casefold() if self.has(name) else default

    def path(self, name: str) -> str:
        """A name of the model, with the numbers of its parts."""
        argument = self._argument(name)
        assert isinstance(argument, Name)
        return self._evaluator.full_name(argument, self._indices)

    def pieces(self, name: str) -> tuple[str | Reading, ...]:
        return tuple(self._piece(each) for each in self.act.arguments[self._position_of[name] :])

    def _piece(self, argument: Argument) -> str | Reading:
        if isinstance(argument, Quoted):
            return argument.text
        return Reading(self._number(argument), argument.decimals if isinstance(argument, Formatted) else -1)

    def colour(self, name: str, default: Colour = "ink") -> Colour:
        return self._colour(self._argument(name), default) if self.has(name) else default

    def _colour(self, argument: Argument, default: Colour) -> Colour:
        match argument:
            case Quoted(text) | Name(name=text, path=()):
                found = colour_word(text)
                return self._unknown(argument, text, default) if found is None else found
            case Apply(function, (value, Number(low), Number(high))) if function.casefold() in SCALES:
                return Tint(SCALES[function.casefold()], _share(self._number(value), low, high))
            case Apply("if", (condition, then, otherwise)):
                return Chosen(self._number(condition), self._colour(then, default), self._colour(otherwise, default))
            case _:
                return self._unknown(argument, "this", default)

    def _unknown(self, argument: Argument, text: str, default: Colour) -> Colour:
        near = nearest(text, all_words())
        scales = ", ".join(f"{name}(value, low, high)" for name in SCALES)
        hint = f"did you mean '{near}'?" if near else f"write a colour such as red, c1 or '#0072B2', or {scales}"
        self._report.error("wrong-arguments", f"{text} is no colour", argument.span, hint)
        return default


def _share(value: Column, low: float, high: float) -> Column:
    share = np.clip((value - low) / (high - low), 0.0, 1.0) if high != low else np.multiply(value, 0.0)
    return share if np.ndim(share) else float(share)
