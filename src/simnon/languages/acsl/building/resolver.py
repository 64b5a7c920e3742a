"""Expressions of ACSL -> ours: elements of arrays, conditions and numbers, functions without memory.

A truth value in a variable is 1 or 0. A stateful block is handed to `remember`, which returns the name of its output;
if there is none, as in procedural code, the block is an error.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from simnon.model import RELATIONS, Apply, Expression, Name, Number, finite_number_of, names_in
from simnon.source import Span

from ...tokens import Unreadable
from ..grammar import FALSE, TRUE
from ..syntax import Program, Target
from .functions import FUNCTIONS, Function

MEMORIES = {
    "integ": (2, 2),
    "intvc": (2, 2),
    "limint": (4, 4),
    "realpl": (2, 3),
    "ledlag": (3, 4),
    "cmpxpl": (3, 5),
    "delay": (3, 5),
    "implc": (2, 2),
    "bcklsh": (3, 3),
}
"""Blocks with memory, and how many arguments they take."""
MAX_CHOICES = 200
"""Elements of an array whose index a run computes."""
_CONDITIONS = (*RELATIONS, "and", "or", "not", "eqv", "neqv")

Known = Mapping[str, Expression]
Remember = Callable[[str, tuple[Expression, ...], Span, Name | None], Expression]


@dataclass(slots=True)
class Resolver:
    """`fresh` gives a name nothing else has, near the one asked for."""

    program: Program
    fresh: Callable[[str], str]
    constants: Mapping[str, float]
    """Values that are known when the text is read."""
    own_functions: frozenset[str]
    """Tables and subprograms of the text, without case: they go before those of the language."""
    added: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What each function reads of the model besides its arguments, by its name without case."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Constants that INITIAL changes, and what their values in use are called."""
    elements: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    """Names in the bounds of loops and in indices: what they are is written into the equations."""

    def number(self, expression: Expression, known: Known, remember: Remember | None = None) -> Expression:
        """`known` are loop variables and arguments, with what they stand for."""
        made = self._made(expression, known, remember)
        if is_condition(made):
            return Apply("if", (made, Number(1.0), Number(0.0)), made.span)
        return made

    def condition(self, expression: Expression, known: Known, remember: Remember | None = None) -> Expression:
        made = self._made(expression, known, remember)
        return made if is_condition(made) else Apply(">", (made, Number(0.5)), made.span)

    def whole(self, expression: Expression, known: Known) -> float | None:
        """Its value where that is known when the text is read."""
        made = self.number(expression, known)
        self.fixed.update(names_in(made))
        return finite_number_of(made, self.constants)

    def target(self, target: Target, known: Known) -> Name:
        """What an assignment assigns."""
        stands_for = known.get(target.name)
        name = target.name
        if isinstance(stands_for, Name):
            name = stands_for.name
        elif stands_for is not None:
            raise Unreadable(
                "assigned-input", f"'{name}' has a fixed value here", target.span, "assign a different variable"
            )
        if target.indices:
            return Name(self.element(name, target.indices, known, target.span), target.span)
        if name in self.program.dimensions:
            raise Unreadable("wrong-arguments", f"'{name}' is an array", target.span, f"write {name}(1) for an element")
        return Name(name, target.span)

    def element(self, array: str, indices: tuple[Expression, ...], known: Known, span: Span) -> str:
        sizes = self.program.dimensions.get(array)
        if sizes is None:
            raise Unreadable(
                "undefined-function", f"'{array}' is not an array", span, f"DIMENSION {array}(3) makes it one"
            )
        if len(indices) != len(sizes):
            raise Unreadable("wrong-arguments", f"'{array}' takes {len(sizes)} indices, found {len(indices)}", span)
        places = []
        for index, size in zip(indices, sizes, strict=True):
            place = self.whole(index, known)
            if place is None:
                raise Unreadable(
                    "index-not-constant",
                    f"the index of '{array}' is not known at compile time",
                    span,
                    "use a number, a constant, or the variable of a DO loop",
                )
            if not 1 <= place <= size:
                raise Unreadable("number-out-of-range", f"'{array}' has elements 1 to {size}, not {place:g}", span)
            places.append(int(place))
        return self.element_at(array, tuple(places))

    def computed_index(self, array: str, indices: tuple[Expression, ...], known: Known) -> Expression | None:
        """The one index of an array if its value is not known when the text is read."""
        sizes = self.program.dimensions.get(array, ())
        if len(indices) != 1 or len(sizes) != 1 or sizes[0] > MAX_CHOICES:
            return None
        return None if self.whole(indices[0], known) is not None else self.number(indices[0], known)

    def _chosen_element(self, array: str, indices: tuple[Expression, ...], known: Known, span: Span) -> Expression:
        """The element; one that the run chooses is the nearest to the index."""
        index = self.computed_index(array, indices, known)
        if index is None:
            return Name(self.element(array, indices, known, span), span)
        size = self.program.dimensions[array][0]
        cases: list[Expression] = []
        for place in range(1, size):
            cases += [Apply("<", (index, Number(place + 0.5)), span), Name(self.element_at(array, (place,)), span)]
        last = Name(self.element_at(array, (size,)), span)
        return Apply("if", (*cases, last), span) if cases else last

    def element_at(self, array: str, places: tuple[int, ...]) -> str:
        key = (array, places)
        if key not in self.elements:
            self.elements[key] = self.fresh("_".join((array, *map(str, places))))
        return self.elements[key]

    def _made(self, expression: Expression, known: Known, remember: Remember | None) -> Expression:
        match expression:
            case Number():
                return expression
            case Name(name, span):
                return self._name(name, span, known)
            case Apply(function, arguments, span):
                assert span is not None
                if function in ("and", "or", "not"):
                    return Apply(function, tuple([self.condition(a, known, remember) for a in arguments]), span)
                if function in ("eqv", "neqv"):
                    one, other = (self.condition(a, known, remember) for a in arguments)
                    return _same_truth(one, other, is_same=function == "eqv", span=span)
                if function in RELATIONS:
                    return self._relation(function, arguments, span, known, remember)
                if function in ("+", "*", "/", "^", "neg"):
                    return Apply(function, tuple([self.number(a, known, remember) for a in arguments]), span)
                return self._call(function, arguments, span, known, remember)

    def _name(self, name: str, span: Span | None, known: Known) -> Expression:
        if name in (TRUE, FALSE):
            return Number(float(name == TRUE), span)
        stands_for = known.get(name)
        if stands_for is not None:
            return stands_for
        value = self.program.parameters.get(name)
        if value is not None:
            return Number(value, span)
        if name in self.program.dimensions and span is not None:
            raise Unreadable("wrong-arguments", f"'{name}' is an array", span, f"write {name}(1) for an element")
        return Name(self.renamed.get(name, name), span)

    def _relation(
        self, function: str, arguments: tuple[Expression, ...], span: Span, known: Known, remember: Remember | None
    ) -> Expression:
        """`a.eq..true.` compares truths, not numbers."""
        for this, other in (arguments, arguments[::-1]):
            if isinstance(this, Name) and this.name in (TRUE, FALSE) and function in ("=", "<>"):
                condition = self.condition(other, known, remember)
                is_plain = (this.name == TRUE) == (function == "=")
                return condition if is_plain else Apply("not", (condition,), span)
        return Apply(function, tuple([self.number(a, known, remember) for a in arguments]), span)

    def _call(
        self, function: str, arguments: tuple[Expression, ...], span: Span, known: Known, remember: Remember | None
    ) -> Expression:
        stands_for = known.get(function)
        array = stands_for.name if isinstance(stands_for, Name) else function
        if array in self.program.dimensions:
            return self._chosen_element(array, arguments, known, span)
        word = function.casefold()
        is_own = word in self.own_functions
        if not is_own and word in FUNCTIONS:
            return self._written(FUNCTIONS[word], function, arguments, span, known, remember)
        if not is_own and word in MEMORIES:
            return self.memory(word, arguments, span, known, remember, None)
        call = Apply(function, tuple([self.number(a, known, remember) for a in arguments]), span)
        return with_added(call, self.added)

    def _written(
        self,
        function: Function,
        name: str,
        arguments: tuple[Expression, ...],
        span: Span,
        known: Known,
        remember: Remember | None,
    ) -> Expression:
        _check_count(name, len(arguments), function.least, function.most, span)
        made = tuple(
            self.condition(argument, known, remember)
            if i in function.conditions
            else self.number(argument, known, remember)
            for i, argument in enumerate(arguments)
        )
        return function.write(Name(self.program.time, span), made)

    def memory(
        self,
        word: str,
        arguments: tuple[Expression, ...],
        span: Span,
        known: Known,
        remember: Remember | None,
        target: Name | None,
    ) -> Expression:
        """What the block with memory gives; `target` is the variable that is nothing but it."""
        if remember is None or word == "intvc":
            raise Unreadable(
                "wrong-section",
                f"{word.upper()} is not allowed here",
                span,
                "write name = INTVC(derivative, initial) for arrays"
                if word == "intvc"
                else "it has memory: use it in an equation of DERIVATIVE",
            )
        _check_count(word, len(arguments), *MEMORIES[word], span)
        return remember(word, tuple([self.number(a, known, remember) for a in arguments]), span, target)


def with_added(call: Apply, added: Mapping[str, tuple[str, ...]]) -> Apply:
    """The call with the variables that the function reads of the model as further arguments."""
    names = added.get(call.function.casefold(), ())
    return Apply(call.function, (*call.arguments, *(Name(name, call.span) for name in names)), call.span)


def is_condition(expression: Expression) -> bool:
    return isinstance(expression, Apply) and expression.function in _CONDITIONS


def _same_truth(one: Expression, other: Expression, *, is_same: bool, span: Span) -> Expression:
    contrary = Apply("not", (other,), other.span)
    first, second = (other, contrary) if is_same else (contrary, other)
    both = Apply("and", (one, first), span)
    neither = Apply("and", (Apply("not", (one,), one.span), second), span)
    return Apply("or", (both, neither), span)


def _check_count(name: str, count: int, least: int, most: int | None, span: Span) -> None:
    if count < least or (most is not None and count > most):
        wanted = f"at least {least}" if most is None else str(least) if least == most else f"{least} to {most}"
        raise Unreadable("wrong-arguments", f"'{name.upper()}' takes {wanted} arguments, found {count}", span)
