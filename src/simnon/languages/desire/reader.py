"""Source -> System: a DESIRE program, its DYNAMIC section as equations, its experiment as settings and commands.

The statements above DYNAMIC are executed once, in order; those below are executed in order at each evaluation,
the OUT section for display only. All errors in the text are reported together.
"""

import re

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
)
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser
from ..identifiers import system_name
from ..procedural import execute
from ..steps import Assign
from ..tokens import Token, Unreadable, describe
from .dynamic_model import DynamicModel
from .experiment import ExperimentReader
from .grammar import GRAMMAR, Statement, in_our_functions, statements_of
from .names import TIME, Spellings

_DYNAMIC_WORDS = ("d/dt", "OUT", "term", "dispt")


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the program, whatever errors it has."""
    statements, comments = statements_of(source)
    names = Spellings(source, report)
    for statement in statements:
        for token, following in zip(statement.tokens, statement.tokens[1:], strict=False):
            if token.kind == "name" and _is_variable(statement, token, following):
                names.introduce(token)
    heads = [i for i, statement in enumerate(statements) if statement.word == "DYNAMIC"]
    whole = Span(source, 0, min(1, len(source.text)))
    if not heads:
        report.error("heading-expected", "the text contains no DYNAMIC", None, "the equations come after DYNAMIC")
        return ()
    dynamic = _DynamicReader(source, report, names)
    experiment = ExperimentReader(source, report, names)
    for statement in statements[heads[0] :]:
        dynamic.read(statement)
    for statement in statements[: heads[0]]:
        experiment.read(statement)
    model = dynamic.model(experiment.assigned)
    values, settings = experiment.finish(model, tuple(name.name for name in dynamic.shown), dynamic.picture)
    if dynamic.picture and f"HCOPY {dynamic.picture}" not in settings.commands:
        report.note(
            "output-left-out",
            "no picture is written: the program draws nothing",
            dynamic.picture_span,
            "drun makes a run, dispt names what is drawn",
        )
    return (
        System(
            system_name(source),
            SystemKind.CONTINUOUS,
            whole,
            model.declarations,
            values,
            model.assignments,
            (),
            model.stops,
            unreadable=frozenset(dynamic.unreadable | experiment.unreadable),
            experiment=settings,
            comments=tuple(comments),
        ),
    )


def _is_variable(statement: Statement, token: Token, following: Token) -> bool:
    """Words of the language and labels are not variables."""
    first = statement.tokens[0]
    if statement.is_directive or statement.word in ("label", "go", "goto", "DYNAMIC", "OUT"):
        return False
    if token is first:
        return following.text == "="
    if first.text == "d" and statement.tokens[1].text == "/" and token is statement.tokens[2]:
        return False
    return following.text != "(" and token.text not in ("to", "step", "then", "and", "or", "not")


class _DynamicReader:
    def __init__(self, source: Source, report: Report, names: Spellings) -> None:
        self.source = source
        self.report = report
        self.names = names
        self.steps: list[Assign] = []
        self.rate_of_state: dict[str, tuple[str, Span]] = {}
        self.terms: list[tuple[str, Span]] = []
        self.shown: list[Name] = []
        self.unreadable: set[str] = set()
        self.picture = ""
        self.picture_span: Span | None = None

    def read(self, statement: Statement) -> None:
        try:
            self._statement(statement)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            name = self.names.spelled(
                statement.tokens[3 if len(statement.tokens) > 4 and statement.word == "d" else 0].text
            )
            self.unreadable |= {name, self.rate_of_state[name][0]} if name in self.rate_of_state else {name}

    def _statement(self, statement: Statement) -> None:
        tokens = statement.tokens
        texts = [token.text for token in tokens]
        if statement.is_directive:
            self._directive(tokens)
        elif texts[:3] == ["d", "/", "dt"]:
            self._rate(tokens)
        elif statement.word in ("DYNAMIC", "OUT"):
            self._parser(tokens, 1).finish()
        elif statement.word == "term":
            name = f"term {len(self.terms) + 1}"
            self.terms.append((name, self._span(tokens)))
            self._assign(name, tokens, 1)
        elif statement.word == "dispt":
            self._display(tokens)
        elif tokens[0].kind == "name" and texts[1] == "=":
            self._assign(self.names.spelled(texts[0]), tokens, 2)
        elif tokens[0].kind == "bad":
            raise self._parser(tokens, 0).unexpected(tokens[0])
        else:
            near = nearest(texts[0], _DYNAMIC_WORDS)
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

    def _rate(self, tokens: list[Token]) -> None:
        if tokens[3].kind != "name" or tokens[4].text != "=":
            raise Unreadable(
                "unreadable-line",
                f"d/dt needs a name and '=', found {describe(tokens[3])}",
                self._span(tokens),
                "write d/dt x = expression",
            )
        state = self.names.spelled(tokens[3].text)
        span = self._span(tokens)
        if state in self.rate_of_state:
            raise Unreadable("duplicate-definition", f"'{state}' has two derivatives", span, "keep one of them")
        self.rate_of_state[state] = (self.names.free(f"d{state}"), span)
        self._assign(self.rate_of_state[state][0], tokens, 5)

    def _assign(self, target: str, tokens: list[Token], position: int) -> None:
        parser = self._parser(tokens, position)
        value = in_our_functions(parser.expression())
        parser.finish()
        self.steps.append(Assign(target, value, self._span(tokens)))

    def _display(self, tokens: list[Token]) -> None:
        names = tokens[1:-1]
        if not names or any(token.kind != "name" if i % 2 == 0 else token.text != "," for i, token in enumerate(names)):
            raise Unreadable("unreadable-line", "dispt needs variables", self._span(tokens), "write dispt x, y")
        self.shown += [Name(self.names.spelled(token.text), self._span([token])) for token in names[::2]]

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
        for version in executed.versions:
            if version.name in term_names:
                is_positive = Apply(">", (version.value, Number(0.0)), version.value.span)
                stops.append(Stop(is_positive, f"term {version.span.text[4:].strip()}", version.span))
            else:
                target = Name(version.name, version.span)
                assignments.append(Assignment(target, version.value, Section.NONE, version.span))
        self._check_shown({*executed.assigned, *states, *executed.read})
        return DynamicModel(
            self._declarations(states, executed.read),
            tuple(assignments),
            tuple(stops),
            states,
            executed.read | frozenset(self.unreadable),
            frozenset(executed.assigned),
        )

    def _declarations(self, states: tuple[str, ...], read: frozenset[str]) -> tuple[Declaration, ...]:
        whole = Span(self.source, 0, min(1, len(self.source.text)))
        pairs = [(state, *self.rate_of_state[state]) for state in states]
        return (
            *([Declaration(Declared.TIME, TIME, None, whole)] if TIME in read else []),
            *(Declaration(Declared.STATE, state, None, span) for state, _, span in pairs),
            *(Declaration(Declared.DER, rate, None, span) for _, rate, span in pairs),
        )

    def _check_shown(self, defined: set[str]) -> None:
        for name in self.shown:
            if name.name not in defined | self.unreadable:
                near = nearest(name.name, sorted(defined))
                self.report.error(
                    "undefined-name",
                    f"there is no variable '{name.name}' to display",
                    name.span,
                    f"did you mean '{near}'?" if near else "",
                )

    def _parser(self, tokens: list[Token], position: int) -> ExpressionParser:
        parser = ExpressionParser(GRAMMAR, self.source, tokens, self.names.spelled)
        parser.position = position
        return parser

    def _span(self, tokens: list[Token]) -> Span:
        return Span(self.source, tokens[0].start, (tokens[-2] if len(tokens) > 1 else tokens[0]).end)
