"""Source -> System: a title, lines of blocks, `//`, and the data of the run; all errors are reported together.

The output of block n is Z<n>, adjustable parameters are P1, P2, ... and initial conditions of integrators CI1, CI2, ...
A block with an error is reported and left out; its output counts as defined.
"""

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

from simnon.model import (
    Assignment,
    Comment,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Interpolation,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
    Table,
    When,
)
from simnon.source import Report, Source, Span, nearest

from ..tokens import Token, Unreadable, describe
from .block import Block, BlockMeaning, BlockType
from .block_types import BLOCK_TYPES
from .lines import Line, program_lines
from .run_data import RunData, read_value
from .signals import TIME


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the text; none if it is empty."""
    lines, comments = program_lines(source)
    if not lines:
        return ()
    reader = _Reader(source, report)
    title, *rest = lines
    if title.label:
        reader.report.error(
            "heading-expected", "a program begins with its title", title.span, "put a line [0] with the title first"
        )
        rest = lines
    for line in rest:
        reader.read_line(line)
    return (reader.finish("" if title.label else title.text, title.span, comments),)


@dataclass(slots=True)
class _Diagram:
    """What the blocks have defined so far."""

    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)


class _Reader:
    """Reads one program line by line; tracks whether the block diagram has ended."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.diagram = _Diagram()
        self.count = 0
        self.adjustable = 0
        self.conditions = 0
        self.references: list[tuple[int, Span]] = []
        self.data: RunData | None = None

    def read_line(self, line: Line) -> None:
        given = len(self.diagram.values)
        try:
            if self.data is not None:
                self.data.read_line(line)
            elif line.is_separator:
                self.data = RunData(self.source)
            else:
                self.count += 1
                self._block(line)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            if self.data is None:
                del self.diagram.values[given:]
                self.diagram.unreadable.add(f"Z{self.count}")

    def finish(self, title: str, span: Span, comments: tuple[Comment, ...]) -> System:
        for number, position in self.references:
            if number > self.count:
                self.diagram.unreadable.add(f"Z{number}")
                self.report.error(
                    "undefined-name",
                    f"there is no block {number}",
                    position,
                    f"the diagram has {self.count} blocks" if self.count else "",
                )
        if self.data is None:
            self.report.error(
                "end-expected", "the block diagram has no line //", span, "add a line // and the data of the run"
            )
        experiment = self.data.finished(title, self.count, span, self.report) if self.data is not None else None
        diagram = self.diagram
        return System(
            _system_name(title, self.source),
            SystemKind.CONTINUOUS,
            span,
            (*diagram.declarations, Declaration(Declared.TIME, TIME.name, None, span)),
            tuple(diagram.values),
            tuple(diagram.assignments),
            tuple(diagram.whens),
            tuple(diagram.stops),
            (),
            tuple(diagram.tables),
            unreadable=frozenset(diagram.unreadable),
            experiment=experiment,
            comments=comments,
        )

    def _block(self, line: Line) -> None:
        self._check_label(line)
        at = next((i for i, token in enumerate(line.tokens) if token.kind == "name"), None)
        if at is None:
            raise Unreadable(
                "unreadable-line", "this line has no block code", line.span, "write for example 1 1 SUM 2 3"
            )
        code = line.tokens[at]
        block_type = BLOCK_TYPES.get(code.text.upper())
        if block_type is None:
            near = nearest(code.text, BLOCK_TYPES)
            hint = f"did you mean {near}?" if near else "the reference lists the 56 codes"
            raise Unreadable("unreadable-line", f"there is no block {code.text}", self._span(code), hint)
        before, after = line.tokens[:at], line.tokens[at + 1 : -1]
        if block_type.has_inputs:
            parameters, inputs = self._parameters(before), self._inputs(after)
        else:
            if before:
                raise self._misplaced(before[0], block_type)
            parameters, inputs = self._parameters(after), ()
        self._check_counts(block_type, len(parameters), len(inputs), line)
        if block_type.has_initial_condition:
            parameters = (self._condition(parameters[0]), *parameters[1:])
        self._add(block_type.make(Block(self.count, parameters, inputs)), line.span)

    def _check_label(self, line: Line) -> None:
        if line.label is not None and line.label != self.count:
            self.report.error(
                "unexpected-text",
                f"block {self.count} has the label [{line.label}]",
                line.span,
                "blocks are numbered in order, from 1",
            )

    def _check_counts(self, block_type: BlockType, parameters: int, inputs: int, line: Line) -> None:
        fixed = len(block_type.inputs)
        is_wrong = inputs < fixed + block_type.free or (inputs > fixed and not block_type.free)
        coefficients = max(inputs - fixed, 0) if block_type.has_coefficients else 0
        if block_type.has_points:
            is_wrong |= parameters < 4 or parameters % 2 == 1
        else:
            is_wrong |= parameters != len(block_type.parameters) + coefficients
        if is_wrong:
            raise Unreadable(
                "wrong-arguments",
                f"{block_type.code} has {_counted(parameters, 'parameter')} and {_counted(inputs, 'input')} here",
                line.span,
                f"write {block_type.usage}",
            )

    def _parameters(self, tokens: tuple[Token, ...]) -> tuple[Expression, ...]:
        found: list[Expression] = []
        is_adjustable = False
        for token in tokens:
            if token.text == "=" and not is_adjustable:
                is_adjustable = True
                continue
            number = self._number(token)
            found.append(self._adjustable(number) if is_adjustable else number)
            is_adjustable = False
        if is_adjustable:
            raise Unreadable(
                "number-expected", "expected a number after '='", self._span(tokens[-1]), "write for example =0"
            )
        return tuple(found)

    def _adjustable(self, number: Number) -> Name:
        self.adjustable += 1
        return self._given(f"P{self.adjustable}", number)

    def _given(self, name: str, number: Number) -> Name:
        assert number.span is not None
        self.diagram.values.append(GivenValue(name, number.value, None, number.span))
        return Name(name, number.span)

    def _inputs(self, tokens: tuple[Token, ...]) -> tuple[Expression, ...]:
        found = []
        for token in tokens:
            if (
                token.kind != "number"
                or not token.text.isdecimal()
                or not 0 < len(token.text) < 10
                or not int(token.text)
            ):
                raise Unreadable(
                    "unexpected-text",
                    f"{describe(token)} is not the number of a block",
                    self._span(token),
                    "inputs are block numbers, from 1; parameters come before the code",
                )
            self.references.append((int(token.text), self._span(token)))
            found.append(Name(f"Z{int(token.text)}", self._span(token)))
        return tuple(found)

    def _number(self, token: Token) -> Number:
        if token.kind != "number":
            raise Unreadable(
                "number-expected", f"expected a number, found {describe(token)}", self._span(token), "write ¯.5 or -.5"
            )
        return read_value(self.source, token)

    def _misplaced(self, token: Token, block_type: BlockType) -> Unreadable:
        return Unreadable(
            "unexpected-text",
            f"{describe(token)} comes before {block_type.code}, which has no inputs",
            self._span(token),
            f"a single list goes on the right: {block_type.usage}",
        )

    def _add(self, parts: BlockMeaning, span: Span) -> None:
        """Add the equations, states and events of the block to the system, each with the position of its line."""
        output = f"Z{self.count}"
        if parts.is_input:
            self.diagram.declarations.append(Declaration(Declared.INPUT, output, None, span))
        for name, derivative, initial in parts.states:
            self._add_state(name, derivative, initial, span)
        for name, initial in parts.held:
            self._add_held(name, initial, span)
        for event in parts.events:
            assignments = tuple(self._assignment(name, value, span) for name, value in event.values)
            self.diagram.whens.append(When(event.condition, assignments, span))
        if parts.stop is not None:
            self.diagram.stops.append(Stop(parts.stop, f"FIN, block {self.count}", span))
        if parts.points:
            self._add_table(parts.points, span)
        if parts.value is not None:
            self._assign(output, parts.value, span)

    def _condition(self, initial: Expression) -> Expression:
        """CI[ ] counts all integrators; an adjustable initial condition keeps the name P[ ]."""
        self.conditions += 1
        return self._given(f"CI{self.conditions}", initial) if isinstance(initial, Number) else initial

    def _add_state(self, name: str, derivative: Expression, initial: Expression, span: Span) -> None:
        self.diagram.declarations.append(Declaration(Declared.STATE, name, None, span))
        self.diagram.declarations.append(Declaration(Declared.DER, f"D{name}", None, span))
        self._assign(name, initial, span, Section.INITIAL)
        self._assign(f"D{name}", derivative, span)

    def _add_held(self, name: str, initial: Expression, span: Span) -> None:
        if isinstance(initial, Number):
            self.diagram.values.append(GivenValue(name, initial.value, None, span))
        else:
            self._assign(name, initial, span, Section.INITIAL)

    def _add_table(self, points: tuple[Expression, ...], span: Span) -> None:
        numbers = [point.value for point in points if isinstance(point, Number)]
        first, values = tuple(numbers[::2]), tuple(numbers[1::2])
        if len(numbers) < len(points):
            raise Unreadable("unreadable-table", "the points of GENFUN cannot be adjusted", span, "remove the '='")
        if any(one >= other for one, other in itertools.pairwise(first)):
            raise Unreadable("unreadable-table", "the abscissas of GENFUN do not increase", span, "put them in order")
        self.diagram.tables.append(
            Table(f"F{self.count}", ("X",), Interpolation.LINEAR, False, first, (), values, span)
        )

    def _assign(self, name: str, value: Expression, span: Span, section: Section = Section.SORT) -> None:
        self.diagram.assignments.append(self._assignment(name, value, span, section))

    def _assignment(self, name: str, value: Expression, span: Span, section: Section = Section.NONE) -> Assignment:
        return Assignment(Name(name, span), value, section, span)

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _system_name(title: str, source: Source) -> str:
    """The title as a name; if it has no letters, that of the file."""
    for text in (title, Path(source.name).stem):
        name = re.sub(r"\W+", "_", text).strip("_")
        if re.match(r"[^\W\d]", name):
            return name
    return "SIAL"
