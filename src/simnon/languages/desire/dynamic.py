"""The statements below DYNAMIC -> equations that hold at each evaluation, as they are executed in order."""

import re
from dataclasses import replace

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    Expression,
    Name,
    Number,
    Section,
    Stop,
    counts_text,
    place_text,
)
from simnon.source import Report, Source, Span, nearest

from ..procedural import execute
from ..steps import Assign
from ..tokens import Token, Unreadable, describe
from .arrays import (
    ArrayParser,
    Arrays,
    Indices,
    element_text,
    names_in_brackets,
    numbers_at,
)
from .dynamic_model import DynamicModel
from .grammar import Statement, in_our_functions
from .names import TIME, Spellings
from .vector_statements import ArrayStep, VectorReader

VECTOR_WORDS = ("Vector", "Vectr", "DOT")
DYNAMIC_WORDS = ("d/dt", "OUT", "term", "dispt", *VECTOR_WORDS)
_TARGET_AFTER = {"d": 3, "Vector": 1, "Vectr": 4, "DOT": 1}
"""Where the name that a statement defines stands among its tokens."""
REFUSED = {
    "MATRIX": "write the elements that you need with names of their own",
    "MAT": "write Vectr d/dt x = expression",
    "VECTOR": "write Vector y = expression",
    "DELTA": "write an equation for the result",
    "delta": "write d/dt x = expression",
    "UPDATE": "write Vectr d/dt x = expression",
    "LEARN": "write an equation for the result",
    "AVG": "write DOT s = x*1, and divide by the size",
    "SAMPLE": "all equations are computed at each evaluation",
}
"""Statements of later versions whose meaning here is not certain, and what to write instead."""


class DynamicReader:
    def __init__(self, source: Source, report: Report, names: Spellings, arrays: Arrays) -> None:
        self.source = source
        self.report = report
        self.names = names
        self.arrays = arrays
        self.indices = Indices(names.free("i"), names.free("j")) if arrays.counts else Indices("", "")
        self.steps: list[Assign] = []
        self.forms: list[ArrayStep] = []
        self.rate_of_state: dict[str, tuple[str, Span]] = {}
        self._given_rates: set[str] = set()
        self._in_indices: set[str] = set()
        self.terms: list[tuple[str, Span]] = []
        self.shown: list[Name] = []
        self.unreadable: set[str] = set()
        self.picture = ""
        self.picture_span: Span | None = None

    def read(self, statement: Statement) -> None:
        self._in_indices |= {self.names.spelled(text) for text in names_in_brackets(statement.tokens)}
        try:
            self._statement(statement)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            position = _TARGET_AFTER.get(statement.word, 0)
            name = self.names.spelled(statement.tokens[position if len(statement.tokens) > position + 1 else 0].text)
            self.unreadable |= {name, self.rate_of_state[name][0]} if name in self.rate_of_state else {name}

    def _statement(self, statement: Statement) -> None:
        tokens = statement.tokens
        texts = [token.text for token in tokens]
        if statement.is_directive:
            self._directive(tokens)
        elif texts[:3] == ["d", "/", "dt"]:
            self._rate(tokens)
        elif statement.word in VECTOR_WORDS:
            self._vector_statement(tokens, texts)
        elif statement.word in REFUSED:
            message = f"'{statement.word}' is not supported"
            raise Unreadable("unreadable-line", message, self._span(tokens), REFUSED[statement.word])
        elif tokens[0].kind == "name" and texts[1] == "[":
            hint = "assign the whole vector, Vector x = expression, or a name of its own"
            raise Unreadable("unreadable-line", "an element cannot be assigned here", self._span(tokens), hint)
        elif statement.word in ("DYNAMIC", "OUT"):
            self._parser(tokens, 1).finish()
        elif statement.word == "term":
            name = f"term {len(self.terms) + 1}"
            self.terms.append((name, self._span(tokens)))
            self._assign(name, tokens, 1)
        elif statement.word == "dispt":
            self._display(tokens)
        elif tokens[0].kind == "name" and texts[1] == "=":
            self._refuse_array(tokens[0], f"Vector {texts[0]} = expression")
            self._assign(self.names.spelled(texts[0]), tokens, 2)
        elif tokens[0].kind == "bad":
            raise self._parser(tokens, 0).unexpected(tokens[0])
        else:
            near = nearest(texts[0], DYNAMIC_WORDS)
            raise Unreadable(
                "unreadable-line",
                f"{describe(tokens[0])} does not begin a supported statement of the DYNAMIC section",
                self._span(tokens),
                f"did you mean {near}?" if near else "an equation is name = expression or d/dt name = expression",
            )

    def _directive(self, tokens: list[Token]) -> None:
        """`/--` only separates; `/PIC 'file'` writes the picture, as SVG under the same name."""
        if len(tokens) == 2:
            return
        if tokens[1].text != "PIC" or tokens[2].kind != "text" or len(tokens) != 4:
            raise Unreadable(
                "unreadable-line", f"'/{tokens[1].text}' is not supported", self._span(tokens), "write /PIC 'file'"
            )
        self.picture_span = self._span(tokens)
        self.picture = re.sub(r"[^\w-]", "_", tokens[2].text.strip("'").rpartition(".")[0] or tokens[2].text.strip("'"))

    def _vector_statement(self, tokens: list[Token], texts: list[str]) -> None:
        """`Vector y = ...`, `Vectr d/dt x = ...` or `DOT s = ...`"""
        reader = self._vectors()
        if texts[0] == "DOT":
            self._take(reader.inner_product(tokens))
        elif texts[0] == "Vector":
            self._take(reader.vector(tokens, 1, is_rate=False))
        elif texts[1:4] == ["d", "/", "dt"]:
            self._take(reader.vector(tokens, 4, is_rate=True))
        elif texts[1] == "delta":
            hint = "answers must not depend on the steps: write Vectr d/dt x = expression"
            message = "'Vectr delta' would carry its values from one evaluation to the next"
            raise Unreadable("carried-value", message, self._span(tokens), hint)
        else:
            hint = "write Vectr d/dt x = expression"
            raise Unreadable("unreadable-line", "expected d/dt after Vectr", self._span(tokens), hint)

    def _take(self, read: ArrayStep) -> None:
        """A step that assigns a vector, or an element of a derivative."""
        if not read.is_rate:
            self._add(read.name, read)
            return
        is_element = read.loop is None
        place = place_text([int(p.value) for p in read.places if isinstance(p, Number)]) if is_element else ""
        rate = self._new_rate(read.name, f"{read.name}{place}", read.span)
        self._add(f"{rate}{place}", replace(read, name=rate))

    def _new_rate(self, state: str, element: str, span: Span) -> str:
        """The derivative of a state, or of an array of which one element after the other is given."""
        if element in self._given_rates or (state in self.rate_of_state and element == state):
            raise Unreadable("duplicate-definition", f"'{element}' has two derivatives", span, "keep one of them")
        self._given_rates |= {element, state}
        if state not in self.rate_of_state:
            self.rate_of_state[state] = (self.names.free(f"d{state}"), span)
        return self.rate_of_state[state][0]

    def _add(self, target: str, read: ArrayStep) -> None:
        self.steps.append(Assign(target, read.value, read.span))
        self.forms.append(read)

    def _rate(self, tokens: list[Token]) -> None:
        if tokens[3].kind == "name" and tokens[4].text == "[":
            self._take(self._vectors().element_rate(tokens))
            return
        if tokens[3].kind != "name" or tokens[4].text != "=":
            raise Unreadable(
                "unreadable-line",
                f"d/dt needs a name and '=', found {describe(tokens[3])}",
                self._span(tokens),
                "write d/dt x = expression",
            )
        state = self.names.spelled(tokens[3].text)
        span = self._span(tokens)
        self._refuse_array(tokens[3], f"Vectr d/dt {tokens[3].text} = expression")
        self._assign(self._new_rate(state, state, span), tokens, 5)

    def _assign(self, target: str, tokens: list[Token], position: int) -> None:
        parser = self._parser(tokens, position)
        value = in_our_functions(parser.expression())
        parser.finish()
        self._add(target, ArrayStep(target, value, self._span(tokens)))

    def _refuse_array(self, token: Token, hint: str) -> None:
        if token.text in self.arrays.counts:
            message = f"'{token.text}' is {counts_text(self.arrays.counts[token.text])}, not a number"
            raise Unreadable("different-shapes", message, self._span([token]), f"write {hint}")

    def _display(self, tokens: list[Token]) -> None:
        parser = self._parser(tokens, 1)
        while True:
            token = parser.take()
            if token.kind != "name":
                raise Unreadable("unreadable-line", "dispt needs variables", self._span(tokens), "write dispt x, y")
            self.shown.append(self._displayed(parser, token))
            if parser.token.text != ",":
                break
            parser.take()
        parser.finish()

    def _displayed(self, parser: ArrayParser, token: Token) -> Name:
        name = self.names.spelled(token.text)
        if parser.token.text != "[":
            self._refuse_array(token, f"dispt {token.text}[1]")
            return Name(name, self._span([token]))
        numbers = numbers_at(parser.subscripted(token).arguments[1:], self.arrays.known)
        if numbers is None:
            message = "the index is not a known integer"
            raise Unreadable("bad-index", message, self._span([token]), "write dispt x[1], x[2]")
        return Name(element_text(name, numbers), self._span([token]))

    def model(self, given: frozenset[str]) -> DynamicModel:
        """The statements in order, as equations; `given` are the names that the experiment gives values."""
        states = tuple(self.rate_of_state)
        executed = execute(
            self.steps,
            self.report,
            is_taken=self.names.is_taken,
            is_held=lambda name: name in given or name in self.rate_of_state,
            constant=lambda _: None,
        )
        for step in self.steps:
            if step.target in executed.read and step.target not in self.rate_of_state:
                self.report.error(
                    "carried-value",
                    f"'{step.target}' would carry its value from one evaluation to the next",
                    step.span,
                    "answers must not depend on the steps: integrate it, or assign it before it is read",
                )
                self.unreadable.add(step.target)
        term_names = dict(self.terms)
        assignments, stops = [], []
        for version, form in zip(executed.versions, self.forms, strict=True):
            if version.name in term_names:
                is_positive = Apply(">", (version.value, Number(0.0)), version.value.span)
                stops.append(Stop(is_positive, f"term {version.span.text[4:].strip()}", version.span))
            else:
                is_element = bool(form.places) and form.loop is None
                target = Name(form.name if is_element else version.name, version.span)
                assignments.append(
                    Assignment(target, version.value, Section.NONE, version.span, form.loop, form.places)
                )
        read = executed.read - {self.indices.outer, self.indices.inner}
        self._check_shown({*executed.assigned, *states, *read})
        return DynamicModel(
            self._declarations(states, read),
            tuple(assignments),
            tuple(stops),
            states,
            read | frozenset(self.unreadable),
            frozenset(executed.assigned),
            frozenset(self._in_indices),
        )

    def _declarations(self, states: tuple[str, ...], read: frozenset[str]) -> tuple[Declaration, ...]:
        whole = Span(self.source, 0, min(1, len(self.source.text)))
        pairs = [(state, *self.rate_of_state[state]) for state in states]
        return (
            *([Declaration(Declared.TIME, TIME, None, whole)] if TIME in read else []),
            *(Declaration(Declared.STATE, s, None, span, shape=self._shape(s, span)) for s, _, span in pairs),
            *(Declaration(Declared.DER, rate, None, span, shape=self._shape(s, span)) for s, rate, span in pairs),
        )

    def _shape(self, state: str, span: Span) -> tuple[tuple[Expression, Expression], ...]:
        counts = next((c for text, c in self.arrays.counts.items() if self.names.spelled(text) == state), ())
        return tuple((Number(1.0, span), Number(float(count), span)) for count in counts)

    def _check_shown(self, defined: set[str]) -> None:
        for name in self.shown:
            if name.name.partition("[")[0] not in defined | self.unreadable:
                near = nearest(name.name, sorted(defined))
                self.report.error(
                    "undefined-name",
                    f"there is no variable '{name.name}' to display",
                    name.span,
                    f"did you mean '{near}'?" if near else "",
                )

    def _vectors(self) -> VectorReader:
        return VectorReader(self.source, self.names.spelled, self.arrays, self.indices)

    def _parser(self, tokens: list[Token], position: int) -> ArrayParser:
        parser = ArrayParser(self.source, tokens, self.names.spelled, self.arrays, self.indices)
        parser.position = position
        return parser

    def _span(self, tokens: list[Token]) -> Span:
        return Span(self.source, tokens[0].start, (tokens[-2] if len(tokens) > 1 else tokens[0]).end)
