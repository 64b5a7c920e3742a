"""The control statements of a macro: iterations of loops, targets of jumps, comparisons and answers."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Failed
from tests.unit.session.sessions import give, output_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def run(session: Session, *lines: str) -> str:
    """The output of a macro with these lines."""
    return output_of(session, "MACRO M", *lines, "END", "M")


def refusal(session: Session, *lines: str) -> str:
    outcomes = give(session, "MACRO M", *lines, "END", "M")
    return next(outcome.message for outcome in outcomes if isinstance(outcome, Failed))


@pytest.mark.parametrize(
    ("relation", "truths"),
    [("EQ", "010"), ("NE", "101"), ("LT", "100"), ("LE", "110"), ("GT", "001"), ("GE", "011"), ("ge", "011")],
)
def test_numbers_are_compared(session: Session, relation: str, truths: str) -> None:
    found = ""
    for a in (1, 2, 3):
        lines = ["LET y = 0", f"IF {a} {relation} 2 GOTO YES", "GOTO OUT", "LABEL YES", "LET y = 1", "LABEL OUT"]
        found += run(session, *lines, "WRITE y")

    assert found == truths


@pytest.mark.parametrize(
    ("condition", "truth"),
    [("w EQ SLOW", 1), ("w EQ 'slow'", 1), ("w NE slow", 0), ("w NE fast", 1), ("w EQ fast", 0), ("2*3 EQ 6", 1)],
)
def test_words_are_the_same_or_not(session: Session, condition: str, truth: int) -> None:
    lines = ["LET w = 'slow'", "LET y = 1", f"IF {condition} GO TO OUT", "LET y = 0", "LABEL OUT", "WRITE y"]

    assert run(session, *lines) == str(truth)


def test_words_cannot_be_ordered(session: Session) -> None:
    assert "LT compares numbers" in refusal(session, "LET w = 'slow'", "IF w LT fast GOTO OUT", "LABEL OUT")


@pytest.mark.parametrize(
    ("loop", "values"),
    [
        ("1 TO 3", "1 2 3"),
        ("3 TO 1", ""),
        ("3 TO 1 STEP -1", "3 2 1"),
        ("1 TO 3 STEP -1", ""),
        ("2 TO 2", "2"),
        ("0 TO 1 STEP 0.3", "0 0.3 0.6 0.9"),
        ("0 TO 0.3 STEP 0.1", "0 0.1 0.2 0.3"),
        ("-2 TO -1 STEP 0.5", "-2 -1.5 -1"),
        ("9007199254740990 TO 9007199254740992", "9007199254740990.0 9007199254740991.0 9007199254740992.0"),
        ("1 TO 1 STEP 1E-30", "1"),
        ("5 TO 4.9 STEP 1", ""),
    ],
)
def test_the_number_of_iterations_follows_from_the_step(session: Session, loop: str, values: str) -> None:
    shown = run(session, f"FOR I = {loop}", "WRITE I", "NEXT I")

    assert [float(value) for value in shown.split()] == [float(value) for value in values.split()]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("FOR I = 1 TO 2 STEP 0", "STEP 0 never ends"),
        ("FOR I = 1 TO 1E300", "too many steps of 1"),
        ("FOR I = 1E17 TO 1.0000000000000002E17 STEP 1", "too many steps of 1"),
        ("FOR I 1 TO 2", "cannot be read"),
        ("FOR 2 = 1 TO 2", "cannot be read"),
        ("GOTO NOWHERE", "there is no label 'NOWHERE'"),
        ("IF 1 2 GOTO HERE", "cannot be read"),
        ("READ 5", "READ needs the name of a variable"),
        ("READ x COLOUR", "'COLOUR' is not a type of answer"),
        ("DEFAULT 3 = 4", "cannot be read"),
        ("DEFAULT a 4", "cannot be read"),
    ],
)
def test_invalid_statements_are_refused(session: Session, line: str, message: str) -> None:
    assert message in refusal(session, line, "NEXT" if line.startswith("FOR") else "LABEL HERE")


def test_a_jump_out_of_a_loop_leaves_it_and_one_inside_does_not(session: Session) -> None:
    lines = [
        "FOR I = 1 TO 3",
        "FOR J = 1 TO 3",
        "IF J EQ 2 GOTO FURTHER",
        "WRITE I J",
        "LABEL HERE",
        "NEXT J",
        "LABEL FURTHER",
        "IF I EQ 2 GOTO OUT",
        "NEXT I",
        "LABEL OUT",
        "WRITE 'out' I J",
    ]

    assert run(session, *lines) == "1 1\n2 1\nout 2 2"


def test_a_jump_within_a_loop_skips_lines(session: Session) -> None:
    lines = ["FOR I = 1 TO 3", "IF I EQ 2 GOTO SKIP", "WRITE I", "LABEL SKIP", "NEXT I"]

    assert run(session, *lines) == "1\n3"


def test_a_loop_cannot_be_jumped_into(session: Session) -> None:
    assert "without FOR" in refusal(session, "GOTO IN", "FOR I = 1 TO 3", "LABEL IN", "NEXT I")


def test_a_loop_can_be_executed_twice(session: Session) -> None:
    lines = ["LET n = 0", "LABEL AGAIN", "FOR I = 1 TO 2", "LET n = n + 1", "NEXT I", "IF n LT 4 GOTO AGAIN", "WRITE n"]

    assert run(session, *lines) == "4"


def test_a_default_applies_to_a_variable_without_a_value(session: Session) -> None:
    assert (
        run(session, "LET a = 1", "DEFAULT a = 2", "DEFAULT b = 3", "DEFAULT w = 'word'", "WRITE a b w") == "1 3 word"
    )


@pytest.mark.parametrize(
    ("kind", "answers", "value"),
    [
        ("", ("abc", "inf", "nan", "2.5"), "2.5"),
        ("REAL", ("1E3",), "1000"),
        ("NUM", ("x", "-2"), "-2"),
        ("INT", ("2.5", "1E3", "7"), "7"),
        ("NAME", ("", '" a comment', "'two words'"), "two words"),
        ("YESNO", ("maybe", "ye", "y"), "YES"),
        ("YESNO", ("YES",), "YES"),
        ("YESNO", ("n",), "NO"),
        ("YESNO", ("no",), "NO"),
    ],
)
def test_an_answer_has_the_requested_type(session: Session, kind: str, answers: tuple[str, ...], value: str) -> None:
    give(session, "MACRO M", f"READ x {kind} 'which?'", "WRITE x", "END", "M")
    for wrong in answers[:-1]:
        assert output_of(session, wrong).endswith("; which?")
        assert session.is_asking

    assert output_of(session, answers[-1]) == value
    assert not session.is_asking


def test_without_a_prompt_the_name_of_the_variable_is_shown(session: Session) -> None:
    give(session, "MACRO M", "READ level", "END", "M")

    assert session.prompt == "level?"
