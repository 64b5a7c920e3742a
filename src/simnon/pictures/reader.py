"""Source -> Picture: blocks and operations with checked arguments; all errors of the text are reported together."""

from simnon.languages.simnon import Argument, Between, Formatted, Quoted, Statement, read_statements
from simnon.model import Expression, Name
from simnon.source import Report, Source, Span, nearest

from .operations import BLOCKS, OPERATIONS, Kind, Operation, Parameter
from .picture import Act, Block, For, FrameBlock, If, Part, Picture, Segment

MAX_DEPTH = 50
_HEADING = "a picture begins with PICTURE and a name, and ends with END"


def read_picture(source: Source, report: Report) -> Picture:
    """The picture of the text, as far as it can be read."""
    return _Reader(source, report, read_statements(source, report)).picture()


class _Reader:
    def __init__(self, source: Source, report: Report, statements: tuple[Statement, ...]) -> None:
        self._source = source
        self._report = report
        self._statements = statements
        self._position = 0
        self._depth = 0
        self._is_too_deep = False

    def picture(self) -> Picture:
        name = self._heading()
        block = self._block(("end",), "PICTURE")
        self._position += 1
        if self._next() is not None:
            self._error("heading-expected", "there is text after the END of the picture", self._next(), _HEADING)
        return Picture(name, block, self._source)

    def _heading(self) -> str:
        first = self._next()
        if first is None or first.word != "picture":
            self._error("heading-expected", "the text is no picture", first, _HEADING)
            return ""
        self._position += 1
        return self._name(first, 0)

    def _next(self) -> Statement | None:
        return self._statements[self._position] if self._position < len(self._statements) else None

    def _block(self, ends: tuple[str, ...], what: str) -> Block:
        """Up to one of the words, which is not passed."""
        begun = self._statements[self._position - 1] if self._position else None
        if self._depth >= MAX_DEPTH:
            return self._skipped(begun)
        self._depth += 1
        parts = self._parts(ends, what, begun)
        self._depth -= 1
        return parts

    def _skipped(self, begun: Statement | None) -> Block:
        """What is nested too deeply is not read at all."""
        hint = f"blocks can be {MAX_DEPTH} deep; OPEN and CALL make a picture of parts"
        self._error("nesting-too-deep", "this block is nested too deeply", begun, hint)
        self._is_too_deep = True
        self._position = len(self._statements)
        return ()

    def _parts(self, ends: tuple[str, ...], what: str, begun: Statement | None) -> Block:
        parts: list[Part] = []
        while True:
            statement = self._next()
            if statement is None and self._is_too_deep:
                return tuple(parts)
            if statement is None:
                self._error("end-expected", f"{what} is never ended", begun, f"end it with {ends[-1].upper()}")
                return tuple(parts)
            if statement.word in ends:
                return tuple(parts)
            self._position += 1
            part = self._part(statement)
            if part is not None:
                parts.append(part)

    def _part(self, statement: Statement) -> Part | None:
        match statement.word:
            case "if":
                return self._if(statement)
            case "for":
                return self._for(statement)
            case "frame":
                found = FrameBlock(self._name(statement, 0), self._block(("end",), "FRAME"), statement.span)
                self._position += 1
                return found
            case "open":
                segment = Segment(self._name(statement, 0), self._block(("close",), "OPEN"), statement.span)
                self._position += 1
                return segment
            case "end" | "else" | "picture" | "close":
                word = statement.word.upper()
                self._error("unreadable-line", f"{word} does not belong here", statement, "remove it")
                return None
            case _:
                return self._act(statement)

    def _if(self, statement: Statement) -> If | None:
        then, otherwise = self._block(("else", "end"), "IF"), Block()
        following = self._next()
        self._position += 1
        if following is not None and following.word == "else":
            otherwise = self._block(("end",), "IF")
            self._position += 1
        condition = self._expression(statement, 0, "IF needs a condition")
        return None if condition is None else If(condition, then, otherwise, statement.span)

    def _for(self, statement: Statement) -> For | None:
        block = self._block(("end",), "FOR")
        self._position += 1
        match statement.arguments:
            case (Between(name, low, high),):
                return For(name.casefold(), low, high, block, statement.span)
            case _:
                pass
        self._error("unreadable-line", "FOR needs a name and two numbers", statement, "write FOR k = 1..9")
        return None

    def _expression(self, statement: Statement, position: int, message: str) -> Expression | None:
        given = statement.arguments
        if len(given) != position + 1 or isinstance(given[position], Quoted | Formatted | Between):
            self._error("wrong-arguments", message, statement, "write an expression, such as H > 2")
            return None
        found: Expression = given[position]  # type: ignore[assignment]
        return found

    def _name(self, statement: Statement, position: int) -> str:
        given = statement.arguments
        first = given[position] if position < len(given) else None
        if not isinstance(first, Name) or first.path:
            self._error("wrong-arguments", f"{statement.word.upper()} needs a name", statement, "write a single word")
            return ""
        return first.name.casefold() if statement.word != "picture" else first.name

    def _act(self, statement: Statement) -> Act | None:
        operation = OPERATIONS.get(statement.word)
        if operation is None:
            near = nearest(statement.word, (*OPERATIONS, *BLOCKS))
            hint = f"did you mean {near.upper()}?" if near else "the manual lists the operations of pictures"
            self._error("unreadable-line", f"there is no operation '{statement.word.upper()}'", statement, hint)
            return None
        if not self._are_suitable(operation, statement):
            return None
        return Act(statement.word, statement.arguments, statement.span)

    def _are_suitable(self, operation: Operation, statement: Statement) -> bool:
        given, name = statement.arguments, operation.name.upper()
        fits = len(given) >= operation.least and (not given or operation.parameter(len(given) - 1) is not None)
        if not fits:
            wrong = "too few" if len(given) < operation.least else "too many"
            self._error("wrong-arguments", f"{name} has {wrong} arguments", statement, f"write {operation.usage}")
            return False
        unsuitable = [
            (argument, parameter)
            for position, argument in enumerate(given)
            if (parameter := operation.parameter(position)) is not None and not _suits(argument, parameter)
        ]
        for argument, parameter in unsuitable:
            span = argument.span or statement.span
            message = f"'{parameter.name}' of {name} must be a {parameter.kind.value}"
            self._report.error("wrong-arguments", message, span, f"write {operation.usage}")
        return not unsuitable

    def _error(self, code: str, message: str, at: Statement | None, hint: str) -> None:
        span = at.span if at is not None else Span(self._source, 0, 0)
        self._report.error(code, message, span, hint)


def _suits(argument: Argument, parameter: Parameter) -> bool:
    match parameter.kind:
        case Kind.NUMBER:
            return not isinstance(argument, Quoted | Formatted | Between)
        case Kind.TEXT:
            return isinstance(argument, Quoted)
        case Kind.WORD:
            return isinstance(argument, Name)
        case Kind.COLOUR:
            return not isinstance(argument, Formatted | Between)
        case Kind.PIECE:
            return not isinstance(argument, Between)
