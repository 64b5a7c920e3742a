"""slides, bands, sliding, accumulation: plain Python around an interpreted model gives the bits of machine code."""

import numpy as np
import pytest

from simnon.simulation import RunOptions
from tests.answers.known import system
from tests.answers.running import loaded
from tests.unit.kernels.plain_runs import run_plainly

RELAY = system("relay", {"x": -0.2, "y": 0.0}, {"x": "u + 0.4*t", "y": "u"}, "u = IF x > 0 THEN -1 ELSE 1")
TWO = system(
    "two", {"x": 0.3, "y": -0.2}, {"x": "-2*u + 0.5*w + 0.3", "y": "-2*w + 0.5*u - 0.2"}, "u = SIGN(x)\nw = SIGN(y)"
)
BALL = system(
    "ball",
    {"h": 0.1, "v": 0.0},
    {"h": "v", "v": "IF h > 0 THEN -9.81 ELSE 0"},
    "WHEN h < 0\n  v = -0.3*PRE(v)\n  h = 0\nEND",
)
COUNTED = system(
    "counted",
    {"x": 0.3, "n": 0.0},
    {"x": "-SIGN(x) + IF t > 2 THEN 2 ELSE 0", "n": "0"},
    "WHEN 2*x > 0\n  n = PRE(n) + 1\nEND",
)
REFUSED = system("bad", {"x": 0.1, "y": 0.1}, {"x": "-SIGN(x)*(2 + SIGN(y))", "y": "-SIGN(y)*(2 + SIGN(x))"})


@pytest.mark.parametrize(
    ("text", "events"),
    [(RELAY, "sliding on"), (TWO, "sliding on"), (COUNTED, "sliding on"), (BALL, "accumulation")],
)
def test_a_plain_run_is_the_run(text: str, events: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = loaded(text)
    options = RunOptions(0.0, 3.0, method="dopri5")
    compiled = model.simulate(0, 3, method="dopri5")
    plain = run_plainly(model, options, monkeypatch)

    assert any(entry.name.startswith(events) for entry in compiled.events)
    assert list(plain.events) == list(compiled.events)
    assert all(np.array_equal(plain[name], compiled[name]) for name in compiled.columns)


def test_a_plain_run_fails_as_the_run_does(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run_plainly(loaded(REFUSED), RunOptions(0.0, 3.0, method="dopri5"), monkeypatch)

    assert plain.stop.code == "ambiguous-sliding"
