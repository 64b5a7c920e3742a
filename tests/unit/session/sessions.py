"""Sessions for the tests: a folder with models, and the replies."""

from pathlib import Path

from simnon.session import Session
from simnon.session.outcome import Failed, Noted, Outcome, Printed

ROOT = Path(__file__).parents[3]

OSCILLATOR = """CONTINUOUS SYSTEM OSC
STATE X V
DER DX DV
DX = V
DV = -W*W*X
E = X*X + V*V
W:1
X:1
END
"""
COUNTER = """DISCRETE SYSTEM COUNT
STATE N
NEW NN
TIME T
TSAMP TS
NN = N + STEP
TS = T + DT
STEP:1
DT:1
END
"""
BROKEN = OSCILLATOR.replace("DV = -W*W*X", "DV = -W*W*")


def tank_texts() -> dict[str, str]:
    return {name: (ROOT / "examples" / name).read_text("utf-8") for name in ("tank.t", "regulator.t", "level.t")}


def new_session(folder: Path, *, is_interactive: bool = True) -> Session:
    """A session in a folder with the oscillator, the counter and the tank."""
    texts = {"OSC.T": OSCILLATOR, "count.t": COUNTER, "BROKEN.T": BROKEN, **tank_texts()}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return Session(folder, is_interactive=is_interactive)


def give(session: Session, *lines: str) -> list[Outcome]:
    """All outcomes of the lines."""
    return [outcome for line in lines for outcome in session.execute(line)]


def output_of(session: Session, *lines: str) -> str:
    """The text of the replies to the lines."""
    return "\n".join(outcome.text for outcome in give(session, *lines) if isinstance(outcome, (Printed, Noted)))


def failure(session: Session, line: str) -> Failed:
    """The failure of a line, which must be its only outcome."""
    (failed,) = [outcome for outcome in give(session, line) if isinstance(outcome, Failed)]
    return failed


def executed(session: Session, *lines: str) -> Session:
    """The session after lines that must not fail."""
    failures = [outcome for outcome in give(session, *lines) if isinstance(outcome, Failed)]
    assert failures == []
    return session


def replies(session: Session, *lines: str) -> list[Outcome]:
    """All outcomes of lines that must not fail."""
    outcomes = give(session, *lines)
    assert [outcome for outcome in outcomes if isinstance(outcome, Failed)] == []
    return outcomes


def session_with(folder: Path, **text_of_file: str) -> Session:
    """A session in a folder with systems: `plant="..."` becomes `plant.t`."""
    for name, text in text_of_file.items():
        (folder / f"{name}.t").write_text(text, encoding="utf-8")
    return Session(folder, is_interactive=False)
