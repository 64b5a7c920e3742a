"""The front end that CSMP, DARE-P and ACSL share."""

import pytest

from simnon.languages.acsl.grammar import GRAMMAR as ACSL
from simnon.languages.csmp.grammar import GRAMMAR as CSMP
from simnon.languages.darep.grammar import GRAMMAR as DAREP
from simnon.languages.expressions import ExpressionParser, Grammar
from simnon.languages.fortran import arithmetic_if, closing, fortran_tokens, jump, plain, read_loop_control, split_label
from simnon.languages.steps import Decision, Jump
from simnon.languages.tokens import Token, Unreadable, tokenize
from simnon.model import Apply, Name, Number, print_expression
from simnon.source import Source, Span

TOKENS = fortran_tokens(r"\*\*|[-+*/()=,]")
SPAN = Span(Source("text", "IF"), 0, 2)


def tokens_of(text: str) -> list[Token]:
    end = len(text)
    return [*map(plain, tokenize(TOKENS, text)), Token("end", "", end, end + 1)]


def parser_of(text: str, grammar: Grammar = CSMP) -> ExpressionParser:
    return ExpressionParser(grammar, Source("text", text), tokens_of(text), str)


@pytest.mark.parametrize("grammar", [CSMP, DAREP, ACSL], ids=["csmp", "darep", "acsl"])
@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("A**B**C", "A^(B^C)"),
        ("-A**2", "-A^2"),
        ("A/B/C", "A/B/C"),
        ("A - B - C", "A - B - C"),
        ("1.EQ.A.AND.B.GT.2..OR..NOT.C.LT.1.D0", "1 = A AND B > 2 OR NOT C < 1"),
    ],
)
def test_the_dialects_agree_on_an_expression(grammar: Grammar, text: str, meaning: str) -> None:
    assert print_expression(parser_of(text, grammar).expression()) == meaning


def test_a_number_before_a_statement_is_its_label() -> None:
    assert split_label(tokens_of("0010 X = 1"))[0] == "10"
    assert split_label(tokens_of("X = 1"))[0] == ""


def test_a_parenthesis_is_closed_by_its_match() -> None:
    tokens = tokens_of("IF((A)+(B)) C")

    assert closing(tokens, 1) == 9
    assert closing(tokens_of("IF((A)"), 1) is None


def test_the_arithmetic_if_has_three_branches() -> None:
    step = arithmetic_if(Name("X"), tokens_of("10, 020, 30"), SPAN)

    assert isinstance(step, Decision)
    assert (step.condition, step.then) == (Apply("<", (Name("X"), Number(0.0))), (Jump("10", SPAN),))
    (above,) = step.otherwise
    assert isinstance(above, Decision)
    assert (above.then, above.otherwise) == ((Jump("30", SPAN),), (Jump("20", SPAN),))


@pytest.mark.parametrize(("value", "label"), [(-1.0, "10"), (0.0, "20"), (2.0, "30")])
def test_the_arithmetic_if_of_a_number_takes_one_branch(value: float, label: str) -> None:
    assert arithmetic_if(Number(value), tokens_of("10,20,30"), SPAN) == Jump(label, SPAN)


@pytest.mark.parametrize("text", ["10,20", "10 20 30", "10,20,30,40", "10,20,X"])
def test_an_arithmetic_if_without_three_labels_is_rejected(text: str) -> None:
    with pytest.raises(Unreadable, match="three numbers"):
        arithmetic_if(Name("X"), tokens_of(text), SPAN)


@pytest.mark.parametrize("text", ["GO TO 10", "GOTO 010"])
def test_a_jump_goes_to_a_label(text: str) -> None:
    assert jump(tokens_of(text), SPAN) == Jump("10", SPAN)


@pytest.mark.parametrize("text", ["GO", "GO TO", "GO TO X", "GO TO 10 20", "GOTO"])
def test_a_jump_without_exactly_one_label_is_rejected(text: str) -> None:
    with pytest.raises(Unreadable, match="number of a statement"):
        jump(tokens_of(text), SPAN)


def test_a_loop_has_a_step_of_one_by_default() -> None:
    assert read_loop_control(parser_of("I = 1, N"), SPAN).step == Number(1.0)
    loop = read_loop_control(parser_of("I = 1, N, 2"), SPAN)

    assert (loop.variable, loop.first, loop.last, loop.step) == ("I", Number(1.0), Name("N"), Number(2.0))


@pytest.mark.parametrize("text", ["3 = 1, 2", "I 1, 2", "I = 1", "I = 1, 2, 3, 4"])
def test_an_incomplete_loop_is_rejected(text: str) -> None:
    with pytest.raises(Unreadable):
        read_loop_control(parser_of(text), SPAN)


@pytest.mark.parametrize(("text", "plainly"), [("1.0D3", "1.0E3"), ("1.0d3", "1.0e3"), ("1.0e3", "1.0e3")])
def test_the_exponent_of_double_precision_is_an_exponent(text: str, plainly: str) -> None:
    assert plain(Token("number", text, 0, 5)) == Token("number", plainly, 0, 5)
