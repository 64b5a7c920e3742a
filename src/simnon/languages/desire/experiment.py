"""The statements above DYNAMIC -> values of the model, settings of the run, and commands if there is more to do."""

from collections.abc import Callable

from simnon.model import Counts, Experiment, Expression, GivenValue, Name, parts_of
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe
from .arrays import ArrayParser, Arrays, Indices, given_array
from .commands import CommandWriter
from .dynamic_model import DynamicModel
from .grammar import Statement, in_our_functions
from .names import TIME, Spellings
from .preparation import Preparation, count_of_preparing
from .syntax import (
    Act,
    Declare,
    Else,
    For,
    Give,
    Go,
    If,
    Label,
    MakeRun,
    Next,
    Proceed,
    Reset,
    assigned_by,
    expressions_of,
)

SYSTEM_VARIABLES = ("TMAX", "DT", "NN", "scale", "XCCC")
WORDS = (
    "drun",
    "drunr",
    "reset",
    "if",
    "then",
    "else",
    "proceed",
    "for",
    "next",
    "label",
    "go",
    "goto",
    "ARRAY",
    "STATE",
)
REFUSED = {
    "data": "write x[1] = 2 | x[2] = 3, or fill the array in a loop",
    "read": "write x[1] = 2 | x[2] = 3, or fill the array in a loop",
    "MAT": "write the elements: A[1,2] = expression",
}
"""Statements with arrays whose meaning is not certain, and what to write instead."""


class ExperimentReader:
    def __init__(self, source: Source, report: Report, names: Spellings) -> None:
        self.source = source
        self.report = report
        self.names = names
        self.acts: list[Act] = []
        self.unreadable: set[str] = set()
        self.preparation = Preparation(report, self.unreadable)
        self._declared: dict[str, Counts] = {}
        self._readers: dict[str, Callable[[list[Token]], Act]] = {
            "drun": lambda tokens: MakeRun(False, self._alone(tokens)),
            "drunr": lambda tokens: MakeRun(True, self._alone(tokens)),
            "reset": lambda tokens: Reset(self._alone(tokens)),
            "else": lambda tokens: Else(self._alone(tokens)),
            "proceed": lambda tokens: Proceed(self._alone(tokens)),
            "if": self._if,
            "for": self._for,
            "next": self._next,
            "label": lambda tokens: Label(self._label(tokens, 1), self._span(tokens)),
            "goto": lambda tokens: Go(self._label(tokens, 1), self._span(tokens)),
            "go": self._go,
        }

    @property
    def assigned(self) -> frozenset[str]:
        return frozenset(map(assigned_by, self.acts)) | frozenset(self.unreadable)

    def read(self, statement: Statement) -> None:
        tokens = statement.tokens
        try:
            if statement.is_directive:
                raise Unreadable(
                    "wrong-section", "lines with '/' come at the end", self._span(tokens), "move it below DYNAMIC"
                )
            if statement.word in ("ARRAY", "STATE"):
                self._declare(tokens)
            elif statement.word in REFUSED:
                message = f"'{statement.word}' is not supported"
                raise Unreadable("unreadable-line", message, self._span(tokens), REFUSED[statement.word])
            elif statement.word in self._readers:
                self.acts.append(self._readers[statement.word](tokens))
            else:
                self.acts.append(self._give(tokens))
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            if tokens[0].kind == "name":
                self.unreadable.add(self.names.spelled(tokens[0].text))

    def prepare(self) -> Arrays:
        """Execute what stands before the first run; the arrays that it declares."""
        self.preparation.execute(self.acts[: count_of_preparing(self.acts)])
        return self.preparation.arrays

    def _declare(self, tokens: list[Token]) -> None:
        parser = self._parser(tokens, 1)
        while True:
            token = parser.take()
            if token.kind != "name" or parser.token.text != "[":
                message = f"expected an array and its sizes, found {describe(token)}"
                raise Unreadable("unreadable-line", message, self._span(tokens), "write ARRAY x[5], A[5,5]")
            sizes = parser.sizes()
            self._declared[token.text] = (0,) * len(sizes)
            name = self.names.spelled(token.text)
            self.acts.append(Declare(name, token.text, sizes, tokens[0].text == "STATE", self._span(tokens)))
            if parser.token.text != ",":
                break
            parser.take()
        parser.finish()

    def _give_element(self, tokens: list[Token]) -> Give:
        parser = self._parser(tokens, 0)
        base, *places = parser.subscripted(parser.take()).arguments
        assert isinstance(base, Name)
        parser.expect("=", "unexpected-text", "expected '=' after the element", "write x[2] = expression")
        value = self._expression(parser)
        parser.finish()
        return Give(base.name, value, self._span(tokens), tuple(places))

    def _give(self, tokens: list[Token]) -> Give:
        if tokens[0].kind == "bad":
            raise self._parser(tokens, 0).unexpected(tokens[0])
        if tokens[0].kind == "name" and tokens[1].text == "[":
            return self._give_element(tokens)
        if tokens[0].text in self._declared and tokens[1].text == "=":
            message = f"'{tokens[0].text}' is an array: one value is given at a time"
            raise Unreadable("different-shapes", message, self._span(tokens), f"write {tokens[0].text}[1] = expression")
        if tokens[0].kind != "name" or tokens[1].text != "=":
            near = nearest(tokens[0].text, WORDS)
            raise Unreadable(
                "unreadable-line",
                f"{describe(tokens[0])} does not begin a supported statement of an experiment",
                self._span(tokens),
                f"did you mean {near}?" if near and near != tokens[0].text else "a value is given as name = expression",
            )
        parser = self._parser(tokens, 2)
        value = self._expression(parser)
        parser.finish()
        return Give(self.names.spelled(tokens[0].text), value, self._span(tokens))

    def _if(self, tokens: list[Token]) -> If:
        parser = self._parser(tokens, 1)
        condition = self._expression(parser)
        parser.expect("then", "then-expected", "if needs then after its condition", _IF_HINT)
        return If(condition, self._span(tokens))

    def _for(self, tokens: list[Token]) -> For:
        if tokens[1].kind != "name" or tokens[2].text != "=":
            raise Unreadable("unreadable-line", "for needs a variable", self._span(tokens), _FOR_HINT)
        parser = self._parser(tokens, 3)
        first = self._expression(parser)
        parser.expect("to", "unreadable-line", "for needs 'to' after the first value", _FOR_HINT)
        last = self._expression(parser)
        step = None
        if parser.token.text == "step":
            parser.take()
            step = self._expression(parser)
        parser.finish()
        return For(self.names.spelled(tokens[1].text), first, last, step, self._span(tokens))

    def _next(self, tokens: list[Token]) -> Next:
        if tokens[1].kind == "end":
            return Next("", self._span(tokens))
        if tokens[1].kind != "name" or tokens[2].kind != "end":
            raise Unreadable("unreadable-line", "next takes the variable of its loop", self._span(tokens), _FOR_HINT)
        return Next(self.names.spelled(tokens[1].text), self._span(tokens))

    def _go(self, tokens: list[Token]) -> Go:
        if tokens[1].text != "to":
            raise Unreadable("unreadable-line", "expected 'to' after 'go'", self._span(tokens), "write go to LABEL")
        return Go(self._label(tokens, 2), self._span(tokens))

    def _label(self, tokens: list[Token], position: int) -> str:
        token = tokens[position]
        if token.kind != "name":
            raise Unreadable(
                "unreadable-line", f"expected a label, found {describe(token)}", self._span(tokens), "label TRY"
            )
        self._parser(tokens, position + 1).finish()
        return token.text

    def _alone(self, tokens: list[Token]) -> Span:
        self._parser(tokens, 1).finish()
        return self._span(tokens)

    def finish(
        self, model: DynamicModel, shown: tuple[str, ...], picture: str
    ) -> tuple[tuple[GivenValue, ...], Experiment]:
        """The initial values of the model, and the experiment; `picture` is the file that /PIC names."""
        split = count_of_preparing(self.acts)
        known, span_of_name = self.preparation.known, self.preparation.span_of_name
        counts = self.preparation.counts
        self._check_names(model, self.acts[split:])
        self._check_indices(model, self.acts[split:])
        self._check_unused(model, known, span_of_name)
        self._check_settings(known)
        used = {name for name in span_of_name if (model.is_parameter(name) and name != TIME) or name in model.states}
        values = (
            *(GivenValue(name, known[name], None, span_of_name[name]) for name in known if name in used),
            *(given_array(name, counts[name], known, span_of_name[name]) for name in counts if name in used),
        )
        writer = CommandWriter(self.report, self.names, model, known, shown)
        commands = writer.commands(tuple(map(self.preparation.named, self.acts[split:])), picture)
        return values, self._experiment(known, shown, commands)

    def _check_names(self, model: DynamicModel, acts: list[Act]) -> None:
        """Check that every name read further on has a value."""
        assigned = self.assigned
        for act in acts:
            for expression in expressions_of(act):
                for part in parts_of(expression):
                    if isinstance(part, Name) and part.name not in assigned and not model.has(part.name):
                        self.preparation.undefined(part, assigned)

    def _check_indices(self, model: DynamicModel, acts: list[Act]) -> None:
        for act in acts:
            if assigned_by(act) in model.in_indices and isinstance(act, Give | For):
                message = f"'{act.name}' is an index, and the same in all runs"
                self.report.error("wrong-section", message, act.span, "give it its value before the first run")

    def _check_unused(self, model: DynamicModel, known: dict[str, float], span_of_name: dict[str, Span]) -> None:
        read = {
            part.name
            for act in self.acts
            for expression in expressions_of(act)
            for part in parts_of(expression)
            if isinstance(part, Name)
        }
        system = {self.names.spelled(name) for name in SYSTEM_VARIABLES} | {TIME}
        for name in known:
            is_used = name in read or name in system or name in model.read or name in model.states
            is_used = is_used or name in model.in_indices
            if not is_used and "[" not in name:
                self.report.warn(
                    "unused-value", f"nothing reads '{name}'", span_of_name[name], "remove it, or check its spelling"
                )

    def _check_settings(self, known: dict[str, float]) -> None:
        whole = Span(self.source, 0, min(1, len(self.source.text)))
        runs = [act for act in self.acts if isinstance(act, MakeRun)]
        for name, meaning in (("TMAX", "the length of a run"), ("DT", "the integration step")):
            spelled = self.names.spelled(name)
            if runs and spelled not in self.assigned:
                self.report.error(
                    "missing-setting", f"{name}, {meaning}, is missing", runs[0].span, f"write {name} = number"
                )
            elif spelled in known and known[spelled] <= 0.0:
                self.report.error(
                    "number-out-of-range",
                    f"{name} is {known[spelled]:g}",
                    whole,
                    f"{name} is {meaning} and must be positive",
                )
        points = known.get(self.names.spelled("NN"))
        if points is not None and points < 2.0:
            self.report.error("number-out-of-range", f"NN is {points:g}", whole, "a run needs at least 2 points")

    def _experiment(self, known: dict[str, float], shown: tuple[str, ...], commands: tuple[str, ...]) -> Experiment:
        length, step, points, scale, _ = (known.get(self.names.spelled(name)) for name in SYSTEM_VARIABLES)
        start = known.get(TIME, 0.0)
        has_points = length is not None and points is not None and points >= 2.0
        ends = scale if scale is not None else 1.0
        return Experiment(
            start,
            None if length is None else start + length,
            length / (points - 1.0) if has_points and length is not None and points is not None else None,
            method="heun",
            step=step,
            shown=tuple(dict.fromkeys(shown)),
            ranges=dict.fromkeys(shown, (-ends, ends)),
            commands=commands,
        )

    def _expression(self, parser: ExpressionParser) -> Expression:
        return in_our_functions(parser.expression())

    def _parser(self, tokens: list[Token], position: int) -> ArrayParser:
        declared = Arrays(self._declared, frozenset(), {})
        parser = ArrayParser(self.source, tokens, self.names.spelled, declared, Indices("", ""))
        parser.position = min(position, len(tokens) - 1)
        return parser

    def _span(self, tokens: list[Token]) -> Span:
        return Span(self.source, tokens[0].start, (tokens[-2] if len(tokens) > 1 else tokens[0]).end)


_IF_HINT = "write if a < b then statements else statements proceed"
_FOR_HINT = "write for i = 1 to 5 step 1 ... next"
