"""The statements before the first run -> values: they are executed here, with the loops that fill arrays."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from simnon.model import Apply, Counts, Expression, Name, finite_number_of, parts_of, size_of
from simnon.source import Report, Span, nearest

from .arrays import MOST_ELEMENTS, Arrays, element_names, element_text, numbers_at, with_named_elements
from .syntax import Act, Declare, For, Give, If, Next

MAX_TURNS = 1_000_000


def count_of_preparing(acts: Sequence[Act]) -> int:
    """How many acts come before the first that is not a declaration, a value, or a loop that fills arrays."""
    i = 0
    while i < len(acts):
        if isinstance(acts[i], For):
            end = _end_of_filling(acts, i)
            if end is None:
                return i
            i = end
        elif not isinstance(acts[i], Declare | Give):
            return i
        i += 1
    return i


def _end_of_filling(acts: Sequence[Act], start: int) -> int | None:
    """Where the loop ends, if it does nothing but give values, some of them to elements."""
    opened: list[str] = []
    fills = False
    for i in range(start, len(acts)):
        match acts[i]:
            case For(name):
                opened.append(name)
            case Next(name):
                if name not in ("", opened.pop()):
                    return None
                if not opened:
                    return i if fills else None
            case Give(places=places):
                fills = fills or bool(places)
            case _:
                return None
    return None


class Preparation:
    """Executes acts; `known` has the values so far, with elements as `x[2]`."""

    def __init__(self, report: Report, unreadable: set[str]) -> None:
        self.report = report
        self.unreadable = unreadable
        self.known: dict[str, float] = {}
        self.span_of_name: dict[str, Span] = {}
        self.counts: dict[str, Counts] = {}
        self._by_spelling: dict[str, Counts] = {}
        self._states: set[str] = set()
        self._turns = 0

    @property
    def arrays(self) -> Arrays:
        return Arrays(self._by_spelling, frozenset(self._states), self.known)

    def execute(self, acts: Sequence[Act]) -> None:
        i = 0
        while i < len(acts):
            match acts[i]:
                case Declare() as act:
                    self._declare(act)
                case Give() as act:
                    self._give(act)
                case For() as act:
                    end = _end_of_filling(acts, i)
                    end = len(acts) - 1 if end is None else end
                    self._repeat(act, acts[i + 1 : end])
                    i = end
                case _:
                    pass
            i += 1

    def named(self, act: Act) -> Act:
        """An act that becomes commands, with each element as one name, `x[2]`."""
        match act:
            case Give(name, value, _, places):
                if not places:
                    return replace(act, value=self._named(value, {}))
                element = self._element(name, places, act.span, {})
                return replace(act, name=element or name, value=self._named(value, {}), places=())
            case If(condition):
                return replace(act, condition=self._named(condition, {}))
            case _:
                return act

    def _declare(self, act: Declare) -> None:
        if act.name in self.counts:
            self._error("duplicate-definition", f"'{act.spelling}' is declared twice", act.span, "keep one of them")
            return
        sizes = numbers_at(act.sizes, self.known)
        if sizes is None or min(sizes) < 1 or len(sizes) > 2 or size_of(sizes) > MOST_ELEMENTS:
            message = f"'{act.spelling}' needs one or two sizes that are known, up to {MOST_ELEMENTS:,} elements"
            self._error("bad-index", message, act.span, "write ARRAY x[5], or n = 5 | ARRAY x[n]")
            self.unreadable.add(act.name)
            sizes = (1,) * min(len(act.sizes), 2)
        self.counts[act.name] = self._by_spelling[act.spelling] = sizes
        self.span_of_name[act.name] = act.span
        self.known |= dict.fromkeys(element_names(act.name, sizes), 0.0)
        if act.is_state:
            self._states.add(act.spelling)

    def _give(self, act: Give) -> None:
        name = self._element(act.name, act.places, act.span, self.known) if act.places else act.name
        value = self._number(act.value, act.name)
        if name is not None and value is not None:
            self.known[name] = value
        self.span_of_name.setdefault(act.name, act.span)
        if not act.places:
            self.span_of_name[act.name] = act.span

    def _repeat(self, act: For, body: Sequence[Act]) -> None:
        first, last = self._number(act.first, act.name), self._number(act.last, act.name)
        step = 1.0 if act.step is None else self._number(act.step, act.name)
        if first is None or last is None or not step:
            return
        for k in range(max(0, int((last - first) / step + 1.0 + 1e-9))):
            self._turns += 1
            if self._turns > MAX_TURNS:
                self._error("loop-too-long", f"the loops turn more than {MAX_TURNS:,} times", act.span, "fill less")
                return
            self.known[act.name] = first + k * step
            self.span_of_name[act.name] = act.span
            self.execute(body)

    def _number(self, expression: Expression, name: str) -> float | None:
        """Its value; None, reported once, if it has none."""
        expression = self._named(expression, self.known)
        value = finite_number_of(expression, self.known)
        if value is not None:
            return value
        strange = [part for part in parts_of(expression) if isinstance(part, Name) and part.name not in self.known]
        for part in strange:
            if part.name not in self.unreadable:
                self.undefined(part, self.known)
        if not strange:
            self._error("number-expected", f"'{name}' cannot be computed", expression.span, "give a number")
        self.unreadable.add(name)
        return None

    def _named(self, expression: Expression, known: dict[str, float]) -> Expression:
        return with_named_elements(expression, known, self._refuse_index)

    def _refuse_index(self, element: Apply) -> None:
        self._error(
            "bad-index",
            "the index is not a known integer",
            element.span,
            "write x[2]; only loops that fill arrays vary it",
        )

    def _element(self, name: str, places: tuple[Expression, ...], span: Span, known: dict[str, float]) -> str | None:
        numbers = numbers_at(places, known)
        element = element_text(name, numbers) if numbers is not None else ""
        if numbers is None or element not in self.known:
            shown = f"{element} does not exist" if element else "the index is not a known integer"
            self._error("bad-index", shown, span, f"{name} has the sizes {self.counts.get(name, ())}")
            return None
        return element

    def undefined(self, name: Name, known: Iterable[str]) -> None:
        near = nearest(name.name, sorted(known))
        hint = f"did you mean '{near}'?" if near else f"write {name.name} = number above"
        self._error("undefined-name", f"'{name.name}' has no value here", name.span, hint)

    def _error(self, code: str, message: str, span: Span | None, hint: str) -> None:
        self.report.error(code, message, span, hint)
