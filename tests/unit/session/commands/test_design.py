"""DESIGN: regulators and estimators for a linear model, written as systems that can be connected."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Printed, Tabulated, Valued, Wrote
from tests.unit.session.sessions import executed, failure, give, new_session

MOTOR = """CONTINUOUS SYSTEM motor
INPUT u
OUTPUT y
STATE angle speed
DER dangle dspeed
dangle = speed
dspeed = 4*u - 2*speed
y = angle
u: 0
angle: 0.5
END
"""
JOINED = """CONNECTING SYSTEM joined
u[motor] = u[balancer]
y[balancer] = y[motor]
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    for name, text in (("motor", MOTOR), ("joined", JOINED)):
        (tmp_path / f"{name}.t").write_text(text, "utf-8")
    return executed(new_session(tmp_path), "SYST motor", "LINEAR u TO y /G")


@pytest.mark.parametrize(
    ("line", "poles"),
    [
        ("DESIGN POLES POLES:-3,-4 OBSERVER:-8+6j -TEXT balancer", [-8 + 6j, -8 - 6j, -4, -3]),
        ("DESIGN POLES POLES:0.5,0.6 OBSERVER:0.1,0.2 PERIOD:0.1 -TEXT balancer", [0.1, 0.2, 0.5, 0.6]),
    ],
)
def test_the_written_regulator_gives_the_connected_loop_its_poles(
    session: Session, line: str, poles: list[complex]
) -> None:
    executed(session, line, "SYST motor balancer joined", "INIT angle[motor]: 0", "LINEAR y_ref TO y[motor]")

    found = session.workspace.linear_named("").poles()
    assert np.sort_complex(found) == pytest.approx(np.sort_complex(np.array(poles)), abs=1e-8)


def test_weights_and_noise_make_the_gains_of_the_riccati_equations(session: Session) -> None:
    model = session.workspace.linear_named("G")
    gains, poles, filter_gains, filter_poles, text = give(session, "DESIGN LQG G Q:1,0.1 R:0.5 W:0,1 V:0.01")

    assert isinstance(gains, Valued)
    assert [row.value for row in gains.rows] == model.lqr([1, 0.1], 0.5).L[0].tolist()
    assert isinstance(filter_gains, Valued)
    assert [row.value for row in filter_gains.rows] == model.kalman([0, 1], 0.01).K[:, 0].tolist()
    assert isinstance(poles, Tabulated)
    assert isinstance(filter_poles, Tabulated)
    assert isinstance(text, Printed)
    assert text.text.startswith("CONTINUOUS SYSTEM lqg\n")


def test_a_pid_regulator_shows_its_margins(session: Session) -> None:
    numbers, margins, wrote = give(session, "DESIGN PID G MS:1.6 KIND:PID PERIOD:0.05 -TEXT balancer")

    assert isinstance(numbers, Printed)
    assert numbers.text.startswith("PID(K=")
    assert isinstance(margins, Printed)
    assert "Ms            1.6 " in margins.text
    assert isinstance(wrote, Wrote)
    assert wrote.path.read_text("utf-8").startswith("DISCRETE SYSTEM balancer\n")


def test_a_sampled_model_is_kept(session: Session) -> None:
    executed(session, "DESIGN SAMPLED G PERIOD:0.1 METHOD:tustin /D")

    assert session.workspace.linear_named("D") == session.workspace.linear_named("G").discretise(0.1, "tustin")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("DESIGN", "bad-command"),
        ("DESIGN LQX", "bad-command"),
        ("DESIGN LQR Q:1", "bad-command"),
        ("DESIGN LQR Q:1 R:1 S:1", "bad-command"),
        ("DESIGN LQR Q:1 Q:2 R:1", "given-twice"),
        ("DESIGN LQR Q:1,2,3 R:1", "bad-argument"),
        ("DESIGN LQR Q:1 R:0", "bad-argument"),
        ("DESIGN LQR Q:1 R:1 /K", "bad-command"),
        ("DESIGN LQR H Q:1 R:1", "no-linear-model"),
        ("DESIGN POLES POLES:-1+2+3j", "bad-command"),
        ("DESIGN LAMBDA TIME:1,2", "bad-command"),
        ("DESIGN PID MS:1.4 -FORCE", "bad-command"),
        ("DESIGN PID MS:1.4 -TEXT", "bad-command"),
        ("DESIGN SAMPLED METHOD:zoh", "bad-command"),
        ("DESIGN SAMPLED PERIOD:0.1 METHOD:best", "bad-argument"),
    ],
)
def test_mistakes_are_explained_and_nothing_is_written(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint or "expected" in failed.message
    assert not (session.workspace.folder / "balancer.t").exists()


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ("DESIGN KALMAN W:1 V:0", "V"),
        ("DESIGN KALMAN W:-1 V:1", "W"),
        ("DESIGN POLES POLES:-1", "POLES"),
        ("DESIGN LAMBDA TIME:-1", "TIME"),
        ("DESIGN LAMBDA TIME:1 KIND:XX", "KIND"),
        ("DESIGN PID MS:0.9", "MS"),
        ("DESIGN SAMPLED PERIOD:-1", "PERIOD"),
    ],
)
def test_messages_name_the_setting_that_was_written(session: Session, line: str, setting: str) -> None:
    assert failure(session, line).message.startswith(f"{setting}: expected ")


def test_a_pole_can_have_an_imaginary_part_of_one(session: Session) -> None:
    *_, text = give(session, "DESIGN POLES POLES:-1+j")

    assert isinstance(text, Printed)
    assert "L1: 0.5\n" in text.text
