"""Cards of a procedural section -> steps: Fortran assignments, IF, DO and GO TO.

DO loops are unrolled here, so that the indices of array elements are known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from simnon.model import RELATIONS, Apply, Expression, Name, Number, number_of, rewrite
from simnon.source import Report, Source

from ..expressions import ExpressionParser
from ..fortran import LoopControl, arithmetic_if, jump, read_loop_control
from ..fortran import closing as closing_of
from ..procedural import MAX_ITERATIONS
from ..steps import Assign, Decision, Label, Step
from ..tokens import Token, Unreadable
from .cards import Card
from .deck import Deck
from .grammar import GRAMMAR

FORTRAN = ("IF", "ELSE", "ENDIF", "DO", "GO", "GOTO", "CONTINUE", "CALL", "WRITE", "READ", "FORMAT", "RETURN")
RERUN, WRITTEN = "ZZRERUN", "ZZWRITE"
"""The targets of the TERMINAL statements CALL RERUN and WRITE."""
_DO_HINT = "write DO 10 I=1,5 and end the loop with a card labelled 10"
_DIGITS = len(str(MAX_ITERATIONS))
"""Before the number of an iteration, which makes its labels unique."""


@dataclass(slots=True)
class ProcedureReader:
    source: Source
    report: Report
    element: Callable[[Apply], Name]
    constant: Callable[[Expression], float | None]
    deck: Deck
    is_terminal: bool = False
    iterations: int = 0

    def steps(self, cards: Sequence[Card]) -> list[Step]:
        steps: list[Step] = []
        position = 0
        while position < len(cards):
            try:
                position = self._statement(cards, position, steps)
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
                self._remember(cards[position])
                position += 1
        return steps

    def _statement(self, cards: Sequence[Card], position: int, steps: list[Step]) -> int:
        """Read one statement, which can be several cards; return the position of the next."""
        card = cards[position]
        if card.label:
            steps.append(Label(card.label, card.span))
        if card.word == "DO" and card.tokens[1].text != "=":
            return self._loop(cards, position, steps)
        if card.word == "IF" and card.tokens[-2].text == "THEN":
            return self._block(cards, position, steps)
        steps += self._simple(card)
        return position + 1

    def _simple(self, card: Card) -> list[Step]:
        word, following = card.word, card.tokens[1].text
        if word == "IF" and following == "(":
            return self._if(card)
        if word in ("GO", "GOTO") and following != "=":
            return [jump(card.tokens, card.span)]
        if word == "CONTINUE":
            return []
        if self.is_terminal and word in ("CALL", "WRITE", "FORMAT"):
            return self._after_run(card)
        if word in FORTRAN and following != "=":
            hint = (
                "DISP and PRINT show values" if word in ("CALL", "WRITE") else "write IF, DO, GO TO or NAME=expression"
            )
            raise Unreadable("unreadable-line", f"{word} is not allowed here", card.span, hint)
        return [self._assignment(card)]

    def _after_run(self, card: Card) -> list[Step]:
        """The additional statements of TERMINAL: write values, whatever their FORMAT, and request a further run."""
        texts = [token.text for token in card.tokens[:-1]]
        if texts[:2] == ["CALL", "RERUN"] and len(texts) == 2:
            return [Assign(RERUN, Number(1.0, card.span), card.span)]
        if card.word == "FORMAT":
            return []
        closing = closing_of(card.tokens, 1)
        if card.word != "WRITE" or closing is None:
            raise Unreadable("unreadable-line", f"{' '.join(texts[:2])} is not known here", card.span, "CALL RERUN")
        parser = self._parser(card.tokens, closing + 1)
        values = [parser.expression()]
        while parser.token.text == ",":
            parser.take()
            values.append(parser.expression())
        parser.finish()
        return [Assign(WRITTEN, Apply(WRITTEN, tuple(values), card.span), card.span)]

    def _assignment(self, card: Card) -> Assign:
        parser = self._parser(card.tokens)
        target = parser.expression() if parser.token.kind == "name" else None
        if target is None or parser.token.text != "=":
            raise Unreadable(
                "unreadable-line", "this is not a statement of a procedure", card.span, "write NAME=expression"
            )
        if isinstance(target, Apply) and target.function in self.deck.size_of_array:
            target = self.element(target)
        if not isinstance(target, Name):
            raise Unreadable("unreadable-line", "expected a name before '='", card.span, "write NAME=expression")
        parser.take()
        value = self._elements(parser.expression())
        parser.finish()
        return Assign(target.name, value, card.span)

    def _if(self, card: Card) -> list[Step]:
        closing = closing_of(card.tokens, 1)
        if closing is None:
            raise Unreadable("unclosed-parenthesis", "the condition has no ')'", card.span, "add ')'")
        condition = self._whole(card.tokens[2:closing])
        rest = card.tokens[closing + 1 :]
        if rest[0].kind == "number":
            return [arithmetic_if(condition, rest, card.span)]
        if rest[0].kind == "end":
            raise Unreadable(
                "unreadable-line", "IF needs a statement after its condition", card.span, "IF(X.GT.1.) Y=2."
            )
        inner = replace(card, tokens=rest, label="")
        is_true = self._truth_value(condition)
        if is_true is not None:
            return self._simple(inner) if is_true else []
        return [Decision(condition, tuple(self._simple(inner)), (), card.span)]

    def _truth_value(self, condition: Expression) -> bool | None:
        """The truth value of a comparison of numbers, as they are in an unrolled loop."""
        if not isinstance(condition, Apply) or condition.function not in RELATIONS:
            return None
        value = number_of(condition, lambda _: None)
        return None if value is None else bool(value)

    def _block(self, cards: Sequence[Card], position: int, steps: list[Step]) -> int:
        """IF(...) THEN ... ELSE ... ENDIF."""
        opening = cards[position]
        depth, middle, end = 0, None, None
        for i in range(position, len(cards)):
            word, last = cards[i].word, cards[i].tokens[-2].text
            depth += (word == "IF" and last == "THEN") - (word == "ENDIF")
            if word == "ELSE" and depth == 1:
                middle = i
            if depth == 0:
                end = i
                break
        if end is None:
            raise Unreadable("end-expected", "this IF has no ENDIF", opening.span, "add a card ENDIF")
        closing = closing_of(opening.tokens, 1)
        if closing is None:
            raise Unreadable("unclosed-parenthesis", "the condition has no ')'", opening.span, "add ')'")
        condition = self._whole(opening.tokens[2:closing])
        then = self.steps(cards[position + 1 : middle if middle is not None else end])
        otherwise = self.steps(cards[middle + 1 : end]) if middle is not None else []
        steps.append(Decision(condition, tuple(then), tuple(otherwise), opening.span))
        return end + 1

    def _loop(self, cards: Sequence[Card], position: int, steps: list[Step]) -> int:
        card = cards[position]
        label = card.tokens[1].text.lstrip("0")
        end = next((i for i in range(position + 1, len(cards)) if cards[i].label == label), None)
        if end is None:
            raise Unreadable("end-expected", "this DO is not complete", card.span, _DO_HINT)
        loop = read_loop_control(self._parser(card.tokens, 2), card.span)
        values = self._range(card, loop)
        body = cards[position + 1 : end + 1]
        labels = {inner.label for inner in body if inner.label}
        for value in values:
            self.iterations += 1
            if self.iterations > MAX_ITERATIONS:
                raise Unreadable(
                    "loop-too-long", f"loops of more than {MAX_ITERATIONS} iterations are not unrolled", card.span, ""
                )
            steps += self.steps([_with_value(inner, loop.variable, value, labels, self.iterations) for inner in body])
        return end + 1

    def _range(self, card: Card, loop: LoopControl) -> list[int]:
        numbers = [self.constant(bound) for bound in (loop.first, loop.last, loop.step)]
        known = [int(number) for number in numbers if number is not None and number == int(number)]
        if len(known) < 3 or known[2] == 0:
            raise Unreadable(
                "loop-not-constant",
                "the bounds of this loop are not known at compile time",
                card.span,
                "use integers or parameters: the loop is unrolled",
            )
        first, last, step = known
        values = range(first, last + (1 if step > 0 else -1), step)
        return list(values[: MAX_ITERATIONS + 1]) or [first]

    def _whole(self, tokens: Sequence[Token]) -> Expression:
        last = tokens[-1].end if tokens else 0
        parser = self._parser((*tokens, Token("end", "", last, last + 1)))
        expression = parser.expression()
        parser.finish()
        return self._elements(expression)

    def _elements(self, expression: Expression) -> Expression:
        def change(part: Expression) -> Expression | None:
            is_element = isinstance(part, Apply) and part.function in self.deck.size_of_array
            return self.element(part) if is_element and isinstance(part, Apply) else None

        return rewrite(expression, change)

    def _parser(self, tokens: Sequence[Token], position: int = 0) -> ExpressionParser:
        parser = ExpressionParser(GRAMMAR, self.source, list(tokens), str)
        parser.position = min(position, len(tokens) - 1)
        return parser

    def _remember(self, card: Card) -> None:
        texts = [token.text for token in card.tokens]
        if "=" in texts:
            self.deck.unreadable.update(t.text for t in card.tokens[: texts.index("=")] if t.kind == "name")


def _is_label(card: Card, i: int, closing: int) -> bool:
    """Whether token `i` is one of the labels of `IF(X) 10,20,30`."""
    return i > closing and all(
        token.kind in ("number", "end") or token.text == "," for token in card.tokens[closing + 1 :]
    )


def _with_value(card: Card, variable: str, value: int, labels: set[str], count: int) -> Card:
    """The card in one iteration of a loop: its variable is a number, its labels are unique to the iteration."""
    new_label = {label: f"{label}{count:0{_DIGITS}}" for label in labels}
    closing = closing_of(card.tokens, 1) if card.word == "IF" else None
    tokens = []
    before = ""
    for i, token in enumerate(card.tokens):
        text = token.text
        if token.kind == "name" and text == variable:
            tokens.append(Token("number", str(value), token.start, token.end))
        elif text in labels and (
            before in ("TO", "GOTO", "DO") or (closing is not None and _is_label(card, i, closing))
        ):
            tokens.append(Token("number", new_label[text], token.start, token.end))
        else:
            tokens.append(token)
        before = text
    return replace(card, tokens=tuple(tokens), label=new_label.get(card.label, ""))
