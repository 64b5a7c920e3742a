"""A program of 4000 lines is read and compiled in less than two seconds."""

import time
from pathlib import Path

import pytest

from simnon.compiler import load

LINES = 4000
UNIT = """  ! ---- unit {n}: a stirred tank with its valve
  flow{n} = k{n}*BOUND(0.0, 1.0, valve{n})
  level{n} = INTEG(inflow{n} - flow{n}, ...
                   0.5)
  inflow{n} = 0.5*(1.0 + ...  the supply
    SIN(0.1*t)*tau{n})
  valve{n} = level{n}/tau{n} + 0.1
  CONSTANT k{n} = 2.0, tau{n} = 3.5
  temp{n} = REALPL(tau{n}, heat{n}, 20.0)
  heat{n} = 20.0 + flow{n}*(80.0 - temp{n})/(1.0 + level{n}**2)

  alarm{n} = RSW(temp{n}.GT.60.0 .AND. t.GE.1.0, 1.0, 0.0) $ "of unit {n}"
"""


@pytest.mark.slow
def test_a_program_of_4000_lines_is_compiled_in_two_seconds(tmp_path: Path) -> None:
    units = "".join(UNIT.format(n=n) for n in range(LINES // UNIT.count("\n") - 1))
    text = f"PROGRAM plant\nDERIVATIVE\n{units}END\n{'! and so on' * 5}\nTERMT(t.GE.10.0)\nEND\n"
    text = text.replace("END\n!", "END\n" + "! more words\n" * (LINES - text.count("\n")) + "!")
    path = tmp_path / "plant.csl"
    path.write_text(text)
    assert text.count("\n") == LINES

    assert any(seconds_to_load(path) < 2.0 for _ in range(2))


def seconds_to_load(path: Path) -> float:
    before = time.process_time()
    load(path)
    return time.process_time() - before
