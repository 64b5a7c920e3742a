"""The $F block -> functions: each FORTRAN FUNCTION, executed symbolically, becomes one expression."""

from simnon.model import Expression, FunctionDefinition, Name, depth_of, finite_number_of, parts_of, substitute
from simnon.source import Report, Source, Span

from ..expressions import MAX_NESTED
from ..procedural import execute
from ..steps import Label
from ..tokens import Token, Unreadable, describe
from .statements import RETURN, Statement, StatementReader, statement_of

MAX_PARTS = 20_000
"""The size of one function, expanded."""


class FunctionReader:
    """Reads the lines of $F one by one."""

    def __init__(self, source: Source, report: Report, statements: StatementReader) -> None:
        self.source = source
        self.report = report
        self.statements = statements
        self.functions: list[FunctionDefinition] = []
        self.unreadable: set[str] = set()
        self._heading: list[Token] | None = None
        self._signature: tuple[str, tuple[str, ...]] | None = None
        self._body: list[Statement] = []

    def read_line(self, tokens: list[Token]) -> None:
        statement = statement_of(tokens)
        if statement.word in ("FUNCTION", "REAL") or self._heading is None:
            self.close("FUNCTION")
            self._open(tokens)
        elif statement.word == "END":
            self._define()
        else:
            self._body.append(statement)

    def close(self, found: str) -> None:
        """Report a function that is still open."""
        if self._heading is not None:
            span = Span(self.source, self._heading[0].start, self._heading[-2].end)
            self.report.error("end-expected", f"this function has no END before {found}", span, "add a line END")
            self._define()

    def _open(self, tokens: list[Token]) -> None:
        if tokens[0].text.upper() == "REAL":
            tokens = tokens[1:]
        if tokens[0].text.upper() != "FUNCTION":
            raise self.statements.not_a_statement(tokens, ("FUNCTION",), "$F holds FORTRAN functions: FUNCTION F(X)")
        self._heading, self._signature, self._body = tokens, None, []
        name, *rest = tokens[1:]
        names = list(rest[1:-2:2])
        signs = [token.text for token in rest[0:-1:2]]
        is_list = signs == ["(", *[","] * (len(names) - 1), ")"] and bool(names)
        if name.kind != "name" or not is_list or any(token.kind != "name" for token in names):
            if name.kind == "name":
                self.unreadable.add(self.statements.spelled(name.text))
            raise Unreadable(
                "unreadable-line",
                f"a function needs a name and its arguments, found {describe(name)}",
                Span(self.source, tokens[0].start, tokens[-2].end),
                "write FUNCTION F(X, Y)",
            )
        spelled = self.statements.spelled
        self._signature = spelled(name.text), tuple(spelled(token.text) for token in names)

    def _define(self) -> None:
        heading, signature = self._heading, self._signature
        self._heading = None
        if heading is None or signature is None:
            return
        name, parameters = signature
        span = Span(self.source, heading[0].start, heading[-2].end)
        steps = (*self.statements.steps(self._body), Label(RETURN, span))
        executed = execute(
            steps,
            self.report,
            is_taken=lambda _: False,
            is_held=lambda variable: variable in parameters,
            constant=lambda expression: finite_number_of(expression, {}),
        )
        values: dict[str, Expression] = {}
        for version in executed.versions:
            values[version.name] = substitute(version.value, values)
            if not self._is_manageable(name, values[version.name], version.span):
                return
        result = executed.last_of.get(name)
        if result is None:
            self.unreadable.add(name)
            if name not in self.statements.assigned_in_error:
                self.report.error(
                    "missing-equation",
                    f"the function '{name}' is never assigned",
                    span,
                    f"write {name} = expression before RETURN",
                )
            return
        body = values[result]
        if self._reads_its_arguments_only(name, parameters, body, span):
            self.functions.append(FunctionDefinition(name, parameters, body, span))

    def _is_manageable(self, name: str, value: Expression, span: Span) -> bool:
        """Whether the expanded function is neither too long nor too deep for an expression."""
        is_deep = depth_of(value) > MAX_NESTED // 2
        if not is_deep and sum(1 for _ in parts_of(value)) <= MAX_PARTS:
            return True
        code, extent = ("nesting-too-deep", "deep") if is_deep else ("loop-too-long", "long")
        self.report.error(
            code, f"the function '{name}' is too {extent} when expanded into one expression", span, "split it"
        )
        self.unreadable.add(name)
        return False

    def _reads_its_arguments_only(self, name: str, parameters: tuple[str, ...], body: Expression, span: Span) -> bool:
        """As a FORTRAN function must."""
        names = {part.name: part.span for part in parts_of(body) if isinstance(part, Name)}
        strange = {other: position for other, position in names.items() if other not in parameters}
        for other, position in strange.items():
            message = f"'{other}' is not known in the function '{name}'"
            self.report.error("undefined-name", message, position or span, "pass it as an argument")
            self.unreadable.add(name)
        return not strange
