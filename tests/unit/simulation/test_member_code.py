"""Members run in the code of single runs until lanes are compiled; all numbers stay the same."""

from pathlib import Path

import numpy as np
import pytest

from simnon import load
from simnon.program import EnsembleCode
from simnon.simulation import EnsemblePlan, MemberOutputs, MemberResults, Reduction, run_slice
from simnon.simulation.member_code import SECONDS_WORTH_LANES, MemberCode
from simnon.targets.llvm import natural_width
from tests.seeds import first_fast

EXAMPLES = Path(__file__).parents[3] / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
STIFF = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x^2)*y - x
mu: 1
x: 2
END
"""


class Code:
    """Stands for code of a width."""

    def __init__(self, width: int) -> None:
        self.width = width


def code_of(width: int) -> EnsembleCode:
    return Code(width)  # type: ignore[return-value]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMNON_CACHE", str(tmp_path))


def test_lanes_are_compiled_once_members_have_run_for_long_enough() -> None:
    made: list[int] = []

    def make() -> EnsembleCode:
        made.append(1)
        return code_of(8)

    code = MemberCode(code_of(1), make)
    code.note(0.5 * SECONDS_WORTH_LANES)
    assert (code.code.width, made) == (1, [])

    code.note(0.5 * SECONDS_WORTH_LANES)
    code.note(SECONDS_WORTH_LANES)
    assert (code.finish().width, made) == (8, [1])


def test_lanes_can_be_compiled_before_anything_has_run() -> None:
    assert MemberCode(code_of(1), lambda: code_of(8)).finish().width == 8


def test_without_lanes_the_first_code_stays() -> None:
    assert MemberCode(code_of(1), lambda: None).finish().width == 1
    assert MemberCode(code_of(1), None).finish().width == 1


def numbers_in(results: MemberResults) -> list[bytes]:
    numbers = [results.times, results.steps, results.numbers, results.curve_times]
    columns = [*numbers, *results.final.values(), *results.curves.values()]
    return [results.stops.tobytes(), results.culprits.tobytes(), *(column.tobytes() for column in columns)]


@pytest.mark.parametrize("method", first_fast(["dopri5", "auto"]))
def test_an_ensemble_that_changes_to_lanes_keeps_every_bit(method: str) -> None:
    model = load(*TANK)._simulator
    options = model.options(0, 20, parameters={"period": 1.0}, spacing=5.0, method=method)
    keep = MemberOutputs(final=["level"], curves=["level"], numbers=[Reduction("mean", model.names.find("level"))])
    members = np.linspace(0.2, 5.0, 21)[:, None]
    plan = EnsemblePlan(model, ["gain"], options, keep, is_at_once=True)

    widths = [plan.width]
    before = run_slice(plan, members, threads=2)
    model.finish_compiling()
    widths.append(plan.width)
    after = run_slice(plan, members)

    assert widths == [1, natural_width(len(model.layout.states))]
    assert numbers_in(before) == numbers_in(after)


def test_members_that_become_stiff_are_run_by_themselves_before_and_after_the_change() -> None:
    model = load(STIFF)._simulator
    options = model.options(0, 300)
    members = np.array([[1.0], [500.0], [2.0]])
    plan = EnsemblePlan(model, ["mu"], options, MemberOutputs(final=["x", "y"]), is_at_once=True)

    before = run_slice(plan, members)
    model.finish_compiling()
    after = run_slice(plan, members)

    assert numbers_in(before) == numbers_in(after)
    assert before.codes == ["end", "end", "end"]


def test_cached_lanes_are_used_at_once() -> None:
    def plan() -> EnsemblePlan:
        model = load(STIFF)._simulator
        return EnsemblePlan(model, ["mu"], model.options(0, 1), MemberOutputs(final=["x"]), is_at_once=True)

    first = plan()
    first.model.finish_compiling()

    assert (first.width, plan().width) == (natural_width(2), natural_width(2))


def test_a_plan_that_was_stopped_runs_nothing_more_after_the_change() -> None:
    model = load(STIFF)._simulator
    plan = EnsemblePlan(model, ["mu"], model.options(0, 1), MemberOutputs(final=["x"]), is_at_once=True)
    run_slice(plan, np.ones((3, 1)))
    plan.stop()
    model.finish_compiling()

    assert run_slice(plan, np.ones((3, 1))).codes == ["not-run"] * 3
