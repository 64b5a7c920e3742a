"""A program of 4000 lines is read and compiled whole."""

from pathlib import Path

import pytest

from benchmarks.models import acsl_plant, acsl_units
from simnon import load

LINES = 4000


@pytest.mark.slow
def test_a_program_of_4000_lines_is_compiled_whole(tmp_path: Path) -> None:
    path = tmp_path / "plant.csl"
    path.write_text(acsl_plant(LINES))
    assert path.read_text().count("\n") == LINES

    model = load(path)

    run = model.simulate(0, 20)
    assert len(model.states) == 2 * acsl_units(LINES)
    assert 10.0 <= run.stop.time < 10.2
