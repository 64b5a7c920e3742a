"""A system description, line by line: each line is compiled separately, and one with an error changes nothing.

This is the compiler of 1972 (COMP, CODE and DIREC of RE-113): names and numbers get addresses, assignments become
COD, their reverse Polish code, and a Simnon expression.
"""

import math

from simnon.source import Source, Span

from ..tokens import Token, tokenize
from .accepted import FIRST_NUMBER, MAX_NAMES, Accepted, OwnFunction, SpannedValue, Statement
from .code import SIGNS, Coded, Op, make_polish
from .syntax import NumberedError, check_syntax, read_value
from .words import LONGEST_NAME, MAX_INDEX, TOKENS, Word, WordKind, classify

MAX_INSTRUCTIONS = 999
MAX_DIGITS = 17
BROKEN = 0
"""The index of a table with an error."""
ADDRESS_OF_TIME = 300
ADDRESS_BEFORE = {WordKind.INSIGNAL: 470, WordKind.OUTSIGNAL: 480, WordKind.DERIVATIVE: 490, WordKind.STATE: 500}
"""The address before the first one. Those of derivatives and states are printed in RE-113."""
_NUMBERS_OF_SIGNAL = {WordKind.DERIVATIVE: (73, 72), WordKind.INSIGNAL: (75, 74), WordKind.OUTSIGNAL: (77, 76)}
"""The messages for a definition out of order, and for a use that is too early."""
_OTHER_DELIMITERS = ".:;!?'[]{}&|%$#@\\_~`←"
_OP_OF_WORD = {"OR": Op.OR, "AND": Op.AND, "NOT": Op.NOT, "IF": Op.IF, "THEN": Op.THEN, "ELSE": Op.ELSE}


class Description:
    """The text so far; `take` compiles one more line."""

    def __init__(self, *, is_forgiving: bool = False) -> None:
        """A forgiving one treats what an erroneous line would have defined as defined, for fewer messages."""
        self.accepted = Accepted()
        self._is_forgiving = is_forgiving

    def take(self, source: Source, line: int) -> tuple[NumberedError, ...]:
        """The errors in the line with this number; without any, the line is accepted."""
        start = source.line_starts[line - 1]
        text = source.line_text(line)
        tokens = [
            Token(token.kind, token.text, token.start + start, token.end + start)
            for token in tokenize(TOKENS, text)
            if token.kind != "text"
        ]
        if not tokens:
            return ()
        end = start + len(text.partition('"')[0].rstrip())
        attempt = _Line(source, [*tokens, Token("end", "", end, end)], self.accepted.copied())
        attempt.compile()
        problems = tuple(attempt.problems)
        if not problems:
            self.accepted = attempt.accepted
        elif self._is_forgiving:
            _pretend(self.accepted, tokens)
        return problems


def _pretend(accepted: Accepted, tokens: list[Token]) -> None:
    """Treat what an erroneous line would have defined as defined."""
    first, second = tokens[0], tokens[1] if len(tokens) > 1 else tokens[0]
    word = classify(first.text if first.text != "*" else second.text)
    if first.text == "*":
        if word.kind is WordKind.OWN_FUNCTION and accepted.open_table is None:
            accepted.defined[word.kind] = max(accepted.defined.get(word.kind, 0), word.index)
            accepted.open_table, accepted.rows = (BROKEN, None), []
        elif word.text == "FIN":
            accepted.open_table, accepted.rows = None, []
        elif word.text == "END":
            accepted.is_ended, accepted.open_table = True, None
    elif accepted.open_table is not None:
        count = max(accepted.defined.get(WordKind.OWN_FUNCTION, 0), accepted.open_table[0])
        accepted.defined[WordKind.OWN_FUNCTION] = count
        accepted.rows.append(accepted.rows[-1] if accepted.rows else (-math.inf, 0.0))
        accepted.open_table = (BROKEN, None)
    elif word.kind in _NUMBERS_OF_SIGNAL:
        accepted.defined[word.kind] = max(accepted.defined.get(word.kind, 0), min(word.index, MAX_INDEX))
    elif word.kind is WordKind.NAME and first.kind == "name":
        accepted.variables.setdefault(word.text)


class _Line:
    """One line being compiled."""

    def __init__(self, source: Source, tokens: list[Token], accepted: Accepted) -> None:
        self.source = source
        self.tokens = tokens
        self.accepted = accepted
        self.position = 0
        self.problems: list[NumberedError] = []

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.token
        self.position += token.kind != "end"
        return token

    def report(self, number: int, token: Token) -> None:
        self.problems.append(NumberedError(number, token.start))

    def compile(self) -> None:
        if self.token.text == "*":
            self.take()
            self._directive()
        elif self.accepted.open_table is not None:
            self._table_row()
        elif self.token.kind != "name":
            self.report(0, self.token)
        else:
            self._definition_or_assignment()

    def _definition_or_assignment(self) -> None:
        first = self.take()
        word = classify(first.text)
        match word.kind:
            case WordKind.STATE:
                self._initial_value(word, first)
            case WordKind.DERIVATIVE | WordKind.INSIGNAL | WordKind.OUTSIGNAL:
                self._signal(word, first)
            case WordKind.NAME:
                self._name(word, first)
            case _:
                self.report(20, first)

    def _initial_value(self, word: Word, first: Token) -> None:
        self._check_index(word, first)
        if self.token.text != ":":
            self.report(1, self.token)
            return
        given = self._given(first)
        if given is not None:
            self.accepted.initial[word.index] = given
            self._use(WordKind.STATE, word.index)

    def _name(self, word: Word, first: Token) -> None:
        self._check_length(first)
        sign = self.token
        accepted = self.accepted
        if sign.text == ":":
            if word.text in accepted.variables:
                self.report(7, first)
            if word.text in accepted.parameters:
                self.report(52, first)
            given = self._given(first)
            if given is not None:
                self._address(word.text, first)
                accepted.parameters[word.text] = given
        elif sign.text == "=":
            if word.text in accepted.address_of_name and word.text not in accepted.variables:
                self.report(8, first)
            self._assignment(word, first)
        else:
            self.report(6, sign)

    def _signal(self, word: Word, first: Token) -> None:
        self._check_index(word, first)
        if self.token.text != "=":
            self.report(4, self.token)
            return
        if word.index > self.accepted.defined.get(word.kind, 0) + 1 and word.index <= MAX_INDEX:
            self.report(_NUMBERS_OF_SIGNAL[word.kind][0], first)
        self._assignment(word, first)

    def _given(self, first: Token) -> SpannedValue | None:
        """`: number` and the end of the line."""
        self.take()
        sign = self.take().text if self.token.text in ("+", "-") else ""
        if self.token.kind != "number":
            self.report(2, self.token)
            return None
        token = self.take()
        value = self._number(token, 50)
        if self.token.kind != "end":
            self.report(3, self.token)
            return None
        return SpannedValue(-value if sign == "-" else value, Span(self.source, first.start, token.end))

    def _assignment(self, word: Word, first: Token) -> None:
        target_address = self._target_address(word, first)
        assign = self.take()
        elements = self._coded_right_side(word)
        if self.problems:
            return
        self.problems += check_syntax(elements)
        if self.problems:
            return
        value = read_value(self.source, elements)
        if isinstance(value, NumberedError):
            self.problems.append(value)
            return
        code = (
            Coded(Op.OPERAND, target_address, first),
            Coded(Op.ASSIGN, 0, assign),
            *(coded for coded in elements if coded.op is not Op.POSITIVE),
        )
        accepted = self.accepted
        accepted.instructions += make_polish(code, len(accepted.instructions))
        if len(accepted.instructions) > MAX_INSTRUCTIONS:
            self.report(80, first)
        span = Span(self.source, first.start, self.tokens[-2].end)
        accepted.statements.append(Statement(word.text, value, span, code))
        if word.kind is WordKind.NAME:
            accepted.variables.setdefault(word.text)
        else:
            accepted.defined[word.kind] = max(accepted.defined.get(word.kind, 0), word.index)
            if word.kind is WordKind.DERIVATIVE:
                self._use(WordKind.STATE, word.index)

    def _target_address(self, word: Word, first: Token) -> int:
        return self._address(word.text, first) if word.kind is WordKind.NAME else ADDRESS_BEFORE[word.kind] + word.index

    def _coded_right_side(self, target: Word) -> list[Coded]:
        elements: list[Coded] = []
        before = Op.ASSIGN
        while self.token.kind != "end":
            token = self.take()
            coded = self._coded(token, target, before)
            if coded is not None:
                elements.append(coded)
                before = coded.op
        return [*elements, Coded(Op.END, 0, self.token)]

    def _coded(self, token: Token, target: Word, before: Op) -> Coded | None:
        if token.kind == "number":
            return Coded(Op.OPERAND, self._address_of_number(token), token)
        if token.kind == "name":
            return self._coded_word(token, target)
        if token.text in SIGNS:
            return Coded(SIGNS[token.text], 0, token)
        if token.text == "(":
            is_of_function = before in (Op.FUNCTION, Op.OWN_FUNCTION)
            return Coded(Op.OPEN_ARGUMENTS if is_of_function else Op.OPEN, 0, token)
        if token.text in ("+", "-"):
            is_between = before in (Op.OPERAND, Op.CLOSE)
            between = Op.PLUS if token.text == "+" else Op.MINUS
            alone = Op.POSITIVE if token.text == "+" else Op.NEGATIVE
            return Coded(between if is_between else alone, 0, token)
        self.report(10 if token.text == "." else 11 if token.text in _OTHER_DELIMITERS else 12, token)
        return None

    def _coded_word(self, token: Token, target: Word) -> Coded:
        word = classify(token.text)
        match word.kind:
            case WordKind.WORD:
                return Coded(_OP_OF_WORD[word.text], 0, token)
            case WordKind.TIME:
                return Coded(Op.OPERAND, ADDRESS_OF_TIME, token)
            case WordKind.FUNCTION | WordKind.OWN_FUNCTION:
                if word.kind is WordKind.OWN_FUNCTION:
                    self._check_index(word, token)
                    self._use(word.kind, word.index)
                if self.token.text != "(":
                    self.report(9, self.token)
                return Coded(Op.FUNCTION if word.kind is WordKind.FUNCTION else Op.OWN_FUNCTION, word.index, token)
            case WordKind.NAME:
                self._check_length(token)
                if word.text == target.text and word.text not in self.accepted.variables:
                    self.report(53, token)
                return Coded(Op.OPERAND, self._address(word.text, token), token)
            case _:
                self._check_index(word, token)
                if word.kind is WordKind.STATE:
                    self._use(word.kind, word.index)
                elif self.accepted.defined.get(word.kind, 0) < word.index <= MAX_INDEX:
                    self.report(_NUMBERS_OF_SIGNAL[word.kind][1], token)
                return Coded(Op.OPERAND, ADDRESS_BEFORE[word.kind] + word.index, token)

    def _directive(self) -> None:
        token = self.take()
        word = classify(token.text)
        known = word.kind is WordKind.OWN_FUNCTION or word.text in ("FIN", "END", "CLOSE")
        is_open = self.accepted.open_table is not None
        if token.kind != "name" or not known or is_open != (word.text == "FIN"):
            self.report(40, token)
        elif self.token.kind != "end":
            self.report(41, self.token)
        elif word.text == "FIN":
            self._close_table(token)
        elif word.text == "END":
            self._end(token)
        elif word.text == "CLOSE":
            self.accepted.is_ended = self.accepted.is_closed = True
        else:
            self._open_table(word, token)

    def _open_table(self, word: Word, token: Token) -> None:
        if word.index == 0:
            self.report(90, token)
        elif word.index > MAX_INDEX:
            self.report(91, token)
        elif word.index != self.accepted.defined.get(WordKind.OWN_FUNCTION, 0) + 1:
            self.report(92, token)
        self.accepted.open_table = (word.index, Span(self.source, self.tokens[0].start, token.end))
        self.accepted.rows = []

    def _table_row(self) -> None:
        argument = self._signed(42)
        value = None if argument is None else self._signed(43)
        if argument is None or value is None:
            return
        rows = self.accepted.rows
        if rows and argument <= rows[-1][0]:
            self.report(94, self.tokens[0])
        if self.token.kind != "end":
            self.report(41, self.token)
        if self.accepted.space_for_numbers < 2:
            self.report(95, self.tokens[0])
        rows.append((argument, value))

    def _signed(self, missing: int) -> float | None:
        sign = self.take().text if self.token.text in ("+", "-") else ""
        if self.token.kind != "number":
            self.report(missing, self.token)
            return None
        value = self._number(self.take(), 93)
        return -value if sign == "-" else value

    def _close_table(self, token: Token) -> None:
        accepted = self.accepted
        assert accepted.open_table is not None
        if len(accepted.rows) < 2:
            self.report(44, token)
            return
        index, span = accepted.open_table
        arguments, values = zip(*accepted.rows, strict=True)
        if index != BROKEN:
            accepted.functions.append(OwnFunction(index, arguments, values, span))
        accepted.defined[WordKind.OWN_FUNCTION] = max(accepted.defined.get(WordKind.OWN_FUNCTION, 0), index)
        accepted.open_table, accepted.rows = None, []

    def _end(self, token: Token) -> None:
        accepted = self.accepted
        derivatives = tuple(f"DX{index}" for index in accepted.missing(WordKind.DERIVATIVE, WordKind.STATE))
        functions = tuple(f"FCN{index}" for index in accepted.missing(WordKind.OWN_FUNCTION, WordKind.OWN_FUNCTION))
        for number, names in ((96, accepted.undefined_parameters), (97, derivatives), (98, functions)):
            if names:
                self.problems.append(NumberedError(number, token.start, names))
        accepted.is_ended = True

    def _check_index(self, word: Word, token: Token) -> None:
        if word.index == 0:
            self.report(70, token)
        elif word.index > MAX_INDEX:
            self.report(71, token)

    def _check_length(self, token: Token) -> None:
        if len(token.text) > LONGEST_NAME:
            self.report(5, token)

    def _use(self, kind: WordKind, index: int) -> None:
        self.accepted.used[kind] = max(self.accepted.used.get(kind, 0), index)

    def _address(self, name: str, token: Token) -> int:
        addresses = self.accepted.address_of_name
        if name not in addresses:
            if len(addresses) >= MAX_NAMES:
                self.report(51, token)
            addresses[name] = len(addresses) + 1
        return addresses[name]

    def _address_of_number(self, token: Token) -> int:
        addresses = self.accepted.address_of_number
        value = self._number(token, 50)
        if value not in addresses:
            if self.accepted.space_for_numbers < 1:
                self.report(54, token)
            addresses[value] = FIRST_NUMBER - len(addresses)
        return addresses[value]

    def _number(self, token: Token, too_long: int) -> float:
        mantissa = token.text.upper().partition("E")[0].replace(".", "").lstrip("0")
        value = float(token.text)
        if len(mantissa) > MAX_DIGITS or math.isinf(value) or (mantissa and value == 0.0):
            self.report(too_long, token)
        return value
