"""Why a run stopped: the code, the message, the line and the hint of every reason."""

import pytest

import simnon
from simnon.simulation import StopKind, StopReason


def stop_of(lines: str, stop: float = 5.0) -> StopReason:
    return simnon.load(f"CONTINUOUS SYSTEM s\nTIME t\n{lines}\nEND\n").simulate(0, stop).stop


STATE = "STATE x\nDER dx\n"


def test_the_end_is_a_reason() -> None:
    reason = stop_of(STATE + "dx = 1")

    assert (reason.kind, reason.code, reason.message, reason.time) == (
        StopKind.END,
        "end",
        "the end of the run, t = 5",
        5,
    )


def test_runs_with_different_ends_have_different_reasons() -> None:
    model = simnon.load(f"CONTINUOUS SYSTEM s\n{STATE}dx = 1\nEND\n")
    stops = [model.simulate(-1, stop).stop for stop in (0.0, 2.0, 0.0, 2.0)]

    assert [(stop.time, stop.message) for stop in stops] == [
        (at, f"the end of the run, t = {at:g}") for at in (0.0, 2.0, 0.0, 2.0)
    ]


def test_a_stop_has_its_message_and_its_line() -> None:
    reason = stop_of(STATE + "dx = 1\nSTOP WHEN x > 2 'it is full'")

    assert (reason.kind, reason.code, reason.message) == (StopKind.CONDITION, "stop-condition", "it is full")
    assert reason.time == pytest.approx(2)
    assert reason.span is not None
    assert reason.span.line == 6


def test_a_stop_without_a_message_shows_its_condition() -> None:
    assert stop_of(STATE + "dx = 1\nSTOP WHEN x > 2").message == "STOP WHEN"


def test_chattering_names_the_events_and_their_lines() -> None:
    reason = stop_of(STATE + "dx = -1\ny = x - 0.5*SIGN(y)\nx: 1\nSTOP WHEN y > 5")

    assert (reason.kind, reason.code) == (StopKind.FAILURE, "event-chattering")
    assert "SIGN(y) (line 6)" in reason.message
    assert "hysteresis" in reason.hint
    assert reason.span is not None


def test_leaving_a_domain_names_the_function_and_its_line() -> None:
    reason = stop_of(STATE + "dx = -1\ny = LN(x)\nx: 2")

    assert (reason.kind, reason.code) == (StopKind.FAILURE, "outside-domain")
    assert reason.message == "LN is applied to a number outside its domain at t = 2"
    assert reason.span is not None
    assert (reason.span.text, reason.span.line) == ("LN(x)", 6)
    assert "MAX" in reason.hint


SAMPLED = """
DISCRETE SYSTEM d
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = {law}
ts = t + 1
END
CONTINUOUS SYSTEM c
INPUT v
OUTPUT z
STATE x
DER dx
dx = v
z = x
x: 1
END
CONNECTING SYSTEM both
u[d] = z[c]
v[c] = y[d]
END
"""


@pytest.mark.parametrize(
    ("lines", "message", "text"),
    [
        (STATE + "dx = -x/p\np: 0\nx: 1", "'dx' became -inf at t = 0, where x = 1, p = 0", "dx = -x/p"),
        (
            STATE + "dx = LN(p)*x\np: -1\nx: 1",
            "'LN(p)' in the equation of 'dx' became nan at t = 0, where p = -1, x = 1",
            "LN(p)",
        ),
        (STATE + "dx = x\nINITIAL\nx = 1/p\np: 0", "'x' became inf at t = 0, where p = 0", "x = 1/p"),
        (
            STATE + "dx = 1\nz = t - t\nWHEN t > 1\n  x = 1/z\nEND",
            "'x' became inf at t = 1, where z = 0",
            "x = 1/z",
        ),
        (
            STATE + "y = EXP(p*x)\ndx = y\np: 1000\nx: 1",
            "'y' became inf at t = 0, where p = 1000, x = 1",
            "y = EXP(p*x)",
        ),
    ],
)
def test_a_nonfinite_variable_is_named_with_its_line_and_its_causes(lines: str, message: str, text: str) -> None:
    reason = stop_of(lines)

    assert (reason.code, reason.message) == ("not-finite", message)
    assert reason.span is not None
    assert reason.span.text == text


def test_the_line_that_leaves_its_domain_in_a_step_is_named_not_the_state() -> None:
    reason = stop_of(STATE + "dx = -1 - 0*x^0.5\nx: 1")

    assert reason.code == "not-finite"
    assert reason.message.startswith("'dx' became nan at t = 1, where x = -")


@pytest.mark.parametrize(("law", "value"), [("(u*u + 1)/(t - 2)", "inf"), ("LN(2 - t)", "-inf"), ("(1 - t)^.5", "nan")])
def test_a_nonfinite_variable_of_a_discrete_system_is_named_at_its_sample(law: str, value: str) -> None:
    reason = simnon.load(SAMPLED.format(law=law)).simulate(0, 5).stop

    assert (reason.code, reason.time) == ("not-finite", 2)
    assert reason.message.startswith(f"'y[d]' became {value} at t = 2")
    assert reason.span is not None
    assert reason.span.text == f"y = {law}"


DIODE = "VARIABLE s v i e\ne = SIN(6*t)\nv = IF s > 0 THEN 0 ELSE s\ni = IF s > 0 THEN s ELSE 0\n"


@pytest.mark.parametrize(
    ("circuit", "message", "text"),
    [
        (
            "STATE u\nDER du\ne = v + u\ndu = i - u",
            "the equations for s (line 5) have no solution, or many, at t = 0, where s > 0 holds",
            "v = IF s > 0 THEN 0 ELSE s",
        ),
        (
            "STATE j\nDER dj\nVARIABLE u\ne = v + u + j\nu = 2*dj\ni = j",
            "the equations for s (line 6) have no solution, or many, at t = 0, where s > 0 does not hold",
            "i = IF s > 0 THEN s ELSE 0",
        ),
    ],
)
def test_relations_that_are_singular_under_a_condition_are_named_with_it(circuit: str, message: str, text: str) -> None:
    reason = stop_of(DIODE + circuit)

    assert (reason.kind, reason.code, reason.message) == (StopKind.FAILURE, "singular-equations", message)
    assert reason.span is not None
    assert reason.span.text == text
    assert "a small resistance when on" in reason.hint


def test_relations_that_are_always_singular_are_reported() -> None:
    reason = stop_of(STATE + "VARIABLE a b\na + COS(x)*b = 1\na + b = 2\ndx = a")

    assert reason.code == "singular-equations"
    assert reason.message == "the equations for dx, b (lines 6, 7) have no solution, or many, at t = 0"
    assert "equivalent or contradict" in reason.hint


def test_relations_with_a_nonfinite_right_side_are_not_singular() -> None:
    reason = stop_of("VARIABLE x y\nx + k*y = 1/(t - 2)\nx = y*(2 + SIN(t))\nSTATE z\nDER dz\ndz = x\nk: 1")

    assert reason.code != "singular-equations"


def test_a_sample_that_does_not_advance_names_its_system() -> None:
    text = "DISCRETE SYSTEM d\nTIME t\nTSAMP ts\nts = t\nEND\n"
    reason = simnon.load(text).simulate(0, 1).stop

    assert (reason.kind, reason.code, reason.time) == (StopKind.FAILURE, "sampling-stuck", 0)
    assert reason.message == "the system 'd' requests its next sample at once, at t = 0"
    assert "TSAMP" in reason.hint


@pytest.mark.parametrize(
    ("lines", "name", "value", "line"),
    [
        ("a = 1/p\nb = a - a\ndx = b\np: 0", "a", "inf", 5),
        ("dx = b\nb = a - a\na = 1/p\np: 0", "a", "inf", 7),
        ("dx = b\nb = 0*x/p\np: 0", "b", "nan", 6),
        ("dx = 1/(x - x)", "dx", "inf", 5),
    ],
)
def test_the_first_nonfinite_value_is_named_with_its_line(lines: str, name: str, value: str, line: int) -> None:
    reason = stop_of(STATE + lines)

    assert (reason.kind, reason.code, reason.time) == (StopKind.FAILURE, "not-finite", 0)
    assert reason.message.startswith(f"'{name}' became {value} at t = 0, where ")
    assert reason.span is not None
    assert reason.span.line == line


def test_an_unbounded_solution_stops_with_step_too_small() -> None:
    reason = stop_of(STATE + "dx = x^2\nx: 1")

    assert (reason.kind, reason.code) == (StopKind.FAILURE, "step-too-small")
    assert reason.time == pytest.approx(1, abs=1e-3)
    assert "without bound" in reason.hint
