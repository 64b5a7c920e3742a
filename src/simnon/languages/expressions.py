"""Tokens -> expressions: one parser for all dialects, driven by a table of operators and functions.

Operator precedence as in Pratt (1973). Chains of one flat operator (`+ -`, `*`, AND, OR)
become one node, so that long sums are not deep; everything else is limited to MAX_NESTED.
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum

from simnon.model import EACH, ELEMENT, LAST, MATRIX, SPAN, VECTOR, Apply, Expression, Name, Number, Step, depth_of
from simnon.source import Source, Span, frozen

from .tokens import Token, Unreadable, describe

MAX_NESTED = 100
_LONG_STATEMENT = 2 * MAX_NESTED


class Chain(Enum):
    """What `a op b op c` means: one node, `(a op b) op c`, `a op (b op c)`, or a mistake."""

    FLAT = "flat"
    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


@frozen
class Infix:
    """An operator between operands; `is_negated` makes `a - b` the sum of `a` and `neg b`."""

    power: int
    function: str
    chain: Chain
    is_negated: bool = False


@frozen
class Grammar:
    """The expressions of one dialect. Words are given in lower case and compared without case."""

    infix: Mapping[str, Infix]
    functions: Mapping[str, str]
    prefix_power: int = 61
    not_power: int = 30
    most_power: int = 100
    has_arrays: bool = False


class ExpressionParser:
    """Reads expressions from `tokens`, which end with a token of kind `end`."""

    def __init__(self, grammar: Grammar, source: Source, tokens: list[Token], spelled: Callable[[str], str]) -> None:
        self.grammar = grammar
        self.source = source
        self.tokens = tokens
        self.position = 0
        self.spelled = spelled
        self._depth = 0
        self._places_open = 0
        self.has_arrays = False
        """Whether a literal or an index of an array has been read."""
        infix_of = grammar.infix.get
        self._infixes = [infix_of(t.text if t.kind != "name" else t.text.casefold()) for t in tokens]
        self._most_power = grammar.most_power

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        """The next token; the end of the statement is never passed."""
        token = self.tokens[self.position]
        self.position += token.kind != "end"
        return token

    def expression(self) -> Expression:
        """One whole expression, nested no deeper than traversals can handle."""
        expression = self._operators(0)
        if len(self.tokens) > _LONG_STATEMENT and depth_of(expression) > MAX_NESTED:
            raise self._too_deep(self.tokens[0])
        return expression

    def finish(self) -> None:
        """Check that the statement ends here."""
        token = self.token
        if token.kind != "end":
            raise self.unexpected(token)

    def unexpected(self, token: Token) -> Unreadable:
        if token.text == "'":
            return Unreadable(
                "unclosed-text",
                "this quoted text is never closed",
                self._span(token),
                "quoted text must end on the line where it begins",
            )
        if token.kind == "bad":
            shown = f"'{token.text}'" if token.text.isprintable() else f"U+{ord(token.text):04X}"
            return Unreadable(
                "unexpected-character", f"{shown} is not a character of the language", self._span(token), "remove it"
            )
        if token.text == ";":
            hint = "leave it out: a statement ends with its line"
            return Unreadable("unexpected-character", "';' belongs only into a matrix", self._span(token), hint)
        infix = self.grammar.infix.get(token.text.casefold())
        if infix is not None and infix.chain is Chain.NONE:
            hint = "write 'a < b AND b < c' for two comparisons"
        elif token.kind in ("name", "number") or token.text == "(":
            hint = "an operator is missing before it"
        elif token.text == "[" and self.grammar.has_arrays:
            hint = "only a variable has an index: give the result a name, r = CROSS(a, b), and write r[3]"
        else:
            hint = ""
        return Unreadable("unexpected-text", f"{describe(token)} does not belong here", self._span(token), hint)

    def expect(self, text: str, code: str, message: str, hint: str = "") -> Token:
        token = self.token
        if token.text.casefold() != text:
            raise Unreadable(code, f"{message}, found {describe(token)}", self._span(token), hint)
        return self.take()

    def _operators(self, least: int) -> Expression:
        self._depth += 1
        if self._depth > MAX_NESTED:
            raise self._too_deep(self.token)
        first = self.position
        left = self._operand()
        most = self._most_power
        while True:
            infix = self._infixes[self.position]
            if infix is None or not least <= infix.power <= most:
                break
            left = self._chain(first, left, infix) if infix.chain is Chain.FLAT else self._pair(first, left, infix)
            most = infix.power - (infix.chain is Chain.NONE)
        self._depth -= 1
        return left

    def _pair(self, first: int, left: Expression, infix: Infix) -> Expression:
        self.position += 1
        right = self._operators(infix.power + (infix.chain is not Chain.RIGHT))
        return Apply(infix.function, (left, right), self._since(self.tokens[first]))

    def _chain(self, first: int, left: Expression, infix: Infix) -> Expression:
        operands = [left]
        function, power = infix.function, infix.power
        following: Infix | None = infix
        while following is not None and following.function == function:
            self.position += 1
            operand = self._operators(power + 1)
            if following.is_negated:
                operand = Apply("neg", (operand,), operand.span)
            operands.append(operand)
            following = self._infixes[self.position]
        return Apply(function, tuple(operands), self._since(self.tokens[first]))

    def _operand(self) -> Expression:
        token = self.take()
        if token.kind == "name":
            return self._named(token)
        if token.kind == "number":
            return Number(read_number(self.source, token), self._span(token))
        match token.text:
            case "(":
                inner = self._operators(0)
                self._close(token)
                return inner
            case "-":
                return self._negative(token)
            case "+":
                return self._operators(self.grammar.prefix_power)
            case "[" if self.grammar.has_arrays:
                return self._literal(token)
            case _:
                raise self._expected_operand(token)

    def _expected_operand(self, token: Token) -> Unreadable:
        if token.kind == "bad":
            return self.unexpected(token)
        return Unreadable(
            "expression-expected",
            f"expected a number, a name or '(', found {describe(token)}",
            self._span(token),
        )

    def _negative(self, sign: Token) -> Expression:
        operand = self._operators(self.grammar.prefix_power)
        if isinstance(operand, Number):
            return Number(-operand.value, self._since(sign))
        return Apply("neg", (operand,), self._since(sign))

    def _named(self, token: Token) -> Expression:
        word = token.text.casefold()
        following = self.tokens[self.position].text
        if following == "(":
            return self._call(token, word)
        if word == "if":
            return self._conditional(token)
        if word == "not":
            return self._not(token)
        if word in ("then", "else") or word in self.grammar.infix:
            raise self._expected_operand(token)
        if word == "end" and self._places_open:
            return Apply(LAST, (), self._span(token))
        if following in ("[", "."):
            return self._reference(token)
        return Name(self.spelled(token.text), self._span(token))

    def path(self) -> Name:
        """A variable, a terminal or a part: `x`, `motor.w`, `cell[k + 1].p.v`, `x[SYSTEM]`."""
        token = self.take()
        if token.kind != "name":
            raise Unreadable("unreadable-line", f"expected a name, found {describe(token)}", self._span(token))
        if self.token.text in ("[", "."):
            reference = self._reference(token)
            if isinstance(reference, Name):
                return reference
            message = f"expected a whole variable, a terminal or a part, found {source_text(reference)}"
            raise Unreadable("unreadable-line", message, self._since(token))
        return Name(self.spelled(token.text), self._span(token))

    def target(self) -> tuple[Name, tuple[Expression, ...]]:
        """The variable on the left of an equation, and the indices of its elements."""
        token = self.take()
        if token.kind != "name":
            raise Unreadable("unreadable-line", f"expected a name, found {describe(token)}", self._span(token))
        if self.token.text not in ("[", "."):
            return Name(self.spelled(token.text), self._span(token)), ()
        reference = self._reference(token)
        if isinstance(reference, Name):
            return reference, ()
        base, *places = reference.arguments
        assert isinstance(base, Name)
        return base, tuple(places)

    def _reference(self, first: Token) -> Name | Apply:
        """The rest of `a.b.x`, `a[k].x`, `x[a]` or `x[2]`, after `first`."""
        name, path = first, list[Step]()
        while True:
            step = Step(self.spelled(name.text) if name is first else name.text)
            if self.token.text == "[":
                if not self._is_array_index():
                    if self.grammar.has_arrays and (path or self._holds_places()):
                        return self._element(first, step.name, path)
                    return self._of_system(first, path)
                step = Step(step.name, self._array_index())
            if self.token.text != ".":
                break
            self.take()
            path.append(step)
            name = self._expect_name("a name after '.'")
        last = self.tokens[self.position - 1]
        return Name(step.name, Span(self.source, first.start, last.end), tuple(path))

    def _is_array_index(self) -> bool:
        """Whether the brackets hold an index of a part, followed by a member of it."""
        depth = 0
        for i in range(self.position, len(self.tokens)):
            depth += (self.tokens[i].text == "[") - (self.tokens[i].text == "]")
            if depth == 0:
                return self.tokens[i + 1].text == "."
        return False

    def _array_index(self) -> Expression:
        self.take()
        index = self._place() if self.grammar.has_arrays else self._operators(0)
        self.expect("]", "unexpected-text", "expected ']'", "write part[number].name")
        return index

    def _holds_places(self) -> bool:
        """Whether the brackets hold indices: anything but a lone path, which may be a system."""
        i = self.position + 1
        if self.tokens[i].kind != "name" or self.tokens[i].text.casefold() == "end":
            return True
        i = self._closing(i) if self.tokens[i + 1].text == "[" else i + 1
        while self.tokens[i].text == "." and self.tokens[i + 1].kind == "name":
            i = self._closing(i + 1) if self.tokens[i + 2].text == "[" else i + 2
        return self.tokens[i].text != "]" or self.tokens[i + 1].text == "["

    def _closing(self, i: int) -> int:
        """The position after the brackets that follow the name at position `i`."""
        depth = 0
        for j in range(i + 1, len(self.tokens)):
            depth += (self.tokens[j].text == "[") - (self.tokens[j].text == "]")
            if depth == 0:
                return j + 1
        return len(self.tokens) - 1

    def _element(self, first: Token, name: str, path: list[Step]) -> Apply:
        """`x[2, i]`, also of a different system: `x[2][plant]`."""
        self.has_arrays = True
        places = self._places()
        base = Name(name, self._since(first), tuple(path))
        if self.token.text == "[" and not path:
            base = self._of_system(first, path)
        return Apply(ELEMENT, (base, *places), self._since(first))

    def _places(self) -> list[Expression]:
        self.take()
        self._places_open += 1
        places = [self._place()]
        while self.token.text == ",":
            self.take()
            places.append(self._place())
        self._places_open -= 1
        self.expect("]", "unexpected-text", "expected ']' after the index", "write x[2], A[2, 1] or x[2..4]")
        return places

    def _place(self) -> Expression:
        """An index, `first..last`, or `..` for all."""
        opening = self.token
        if opening.text == "..":
            self.take()
            return Apply(SPAN, (), self._span(opening))
        first = self._operators(0)
        if self.token.text != "..":
            return first
        self.take()
        return Apply(SPAN, (first, self._operators(0)), self._since(opening))

    def _literal(self, opening: Token) -> Expression:
        """`[1, 2, 3]`, or a matrix by rows: `[1, 2; 3, 4]`."""
        self.has_arrays = True
        rows: list[Expression] = []
        row: list[Expression] = []
        start = self.token
        while self.token.text != "]":
            row.append(self._operators(0))
            match self.token.text:
                case ",":
                    self.take()
                case ";":
                    rows.append(Apply(VECTOR, tuple(row), self._since(start)))
                    row = []
                    self.take()
                    start = self.token
                case "]":
                    break
                case _ if self.token.kind == "end":
                    hint = "add ']' where the array ends"
                    raise Unreadable("unclosed-bracket", "this bracket is never closed", self._span(opening), hint)
                case _:
                    hint = "separate elements with commas, and rows with semicolons"
                    raise Unreadable(
                        "unexpected-text", f"{describe(self.token)} does not belong here", self._span(self.token), hint
                    )
        if not row and rows:
            raise Unreadable("expression-expected", "the last row is empty", self._since(opening), "remove the ';'")
        last = Apply(VECTOR, tuple(row), self._since(start))
        self.take()
        if not rows:
            return Apply(VECTOR, tuple(row), self._since(opening))
        return Apply(MATRIX, (*rows, last), self._since(opening))

    def index_range(self) -> tuple[Token, Expression, Expression]:
        """`k = first..last`; the name, and the limits."""
        index = self.take()
        if index.kind != "name":
            message = f"FOR needs a name, found {describe(index)}"
            raise Unreadable("unreadable-line", message, self._span(index), _FOR_HINT)
        self.expect("=", "unreadable-line", "expected '=' after the name", _FOR_HINT)
        first = self.expression()
        self.expect("..", "unreadable-line", "expected '..' after the first index", _FOR_HINT)
        return index, first, self.expression()

    def _for_each(self, body: Expression) -> Expression:
        """`body FOR j = 1..n, k = 1..m` within a function: the first index is the outermost."""
        word = self.take()
        self.has_arrays = True
        ranges = [self.index_range()]
        while self.token.text == "," and self.tokens[self.position + 2].text == "=":
            self.take()
            ranges.append(self.index_range())
        for index, first, last in reversed(ranges):
            name = Name(self.spelled(index.text), self._span(index))
            body = Apply(EACH, (name, first, last, body), self._since(word))
        return body

    def _of_system(self, name: Token, before: list[Step]) -> Name:
        if before:
            raise self.unexpected(self.token)
        path: list[Step] = []
        while not path or self.token.text == ".":
            self.take()
            step = self._expect_name("a name after '.'" if path else "the name of a system after '['").text
            path.append(Step(step, self._array_index() if self.token.text == "[" else None))
        closing = self.expect("]", "unexpected-text", "expected ']'", "write name[SYSTEM]")
        return Name(self.spelled(name.text), Span(self.source, name.start, closing.end), tuple(path))

    def _expect_name(self, what: str) -> Token:
        token = self.take()
        if token.kind != "name":
            raise Unreadable("expression-expected", f"expected {what}, found {describe(token)}", self._span(token))
        return token

    def _call(self, token: Token, word: str) -> Expression:
        if word in ("if", "not") or word in self.grammar.infix:
            return self._worded_operator(token, word)
        opening = self.take()
        arguments = []
        if self.token.text != ")":
            arguments.append(self._argument())
            while self.token.text == ",":
                self.take()
                arguments.append(self._argument())
        closing = self._close(opening)
        function = self.grammar.functions.get(word) or self.spelled(token.text)
        return Apply(function, tuple(arguments), Span(self.source, token.start, closing.end))

    def _argument(self) -> Expression:
        argument = self._operators(0)
        is_each = self.grammar.has_arrays and self.token.text.casefold() == "for"
        return self._for_each(argument) if is_each else argument

    def _worded_operator(self, token: Token, word: str) -> Expression:
        if word == "if":
            return self._conditional(token)
        if word == "not":
            return self._not(token)
        raise self._expected_operand(token)

    def _not(self, word: Token) -> Expression:
        operand = self._operators(self.grammar.not_power)
        return Apply("not", (operand,), self._since(word))

    def _conditional(self, first: Token) -> Expression:
        """IF with any number of ELSE IF, as one node."""
        arguments = []
        while True:
            arguments.append(self._operators(0))
            self.expect("then", "then-expected", "IF needs THEN after its condition", _IF_HINT)
            arguments.append(self._operators(0))
            self.expect("else", "else-expected", "IF needs ELSE after the value of THEN", _IF_HINT)
            if self.token.text.casefold() != "if":
                break
            self.take()
        arguments.append(self._operators(0))
        return Apply("if", tuple(arguments), self._since(first))

    def _close(self, opening: Token) -> Token:
        if self.token.text == ")":
            return self.take()
        if self.token.kind == "end":
            raise Unreadable(
                "unclosed-parenthesis",
                "this parenthesis is never closed",
                self._span(opening),
                "add ')' where the expression ends",
            )
        raise self.unexpected(self.token)

    def _too_deep(self, token: Token) -> Unreadable:
        return Unreadable(
            "nesting-too-deep",
            f"the expression is nested more than {MAX_NESTED} levels deep",
            self._span(token),
            "give subexpressions their own names",
        )

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def _since(self, first: Token) -> Span:
        """From `first` to the last token read: parentheses around an operand are included."""
        return Span(self.source, first.start, self.tokens[self.position - 1].end)


_FOR_HINT = "write FOR k = 1..9 at the end of the line"
_IF_HINT = "write IF condition THEN value ELSE value"


def source_text(expression: Apply) -> str:
    return f"'{expression.span.text}'" if expression.span is not None else "an element"


def read_number(source: Source, token: Token) -> float:
    """The value of a number token; one that cannot be represented is an error."""
    value = float(token.text)
    span = Span(source, token.start, token.end)
    if math.isinf(value):
        raise Unreadable(
            "number-out-of-range", f"{token.text} is too large", span, "the largest number is about 1.8E308"
        )
    mantissa = token.text.casefold().partition("e")[0]
    if value == 0.0 and any(digit in "123456789" for digit in mantissa):
        raise Unreadable(
            "number-out-of-range",
            f"{token.text} is too small",
            span,
            "the smallest number is about 4.9E-324; write 0",
        )
    return value
