"""Known optima: optimal control of the cart, and the regulator of the basin against a search on a grid."""

from pathlib import Path

import pytest

from simnon import load
from simnon.session import Session
from simnon.session.outcome import Failed

EXAMPLES = Path(__file__).parents[2] / "examples" / "optimum"
PARTS = 8


def session_after(macro: str) -> Session:
    session = Session(EXAMPLES, is_interactive=False)
    assert not [outcome for outcome in session.execute(macro) if isinstance(outcome, Failed)]
    return session


def test_the_cart_is_steered_with_the_least_energy() -> None:
    """From rest to rest over a distance of 1 in a time of 1, with the smallest integral of force².

    With w = 1/2 - t at the midpoints of n equal intervals, the best forces are w divided by the mean of w², which is
    (1 - 1/n²)/12; the energy is the inverse of that mean.
    """
    session = session_after("STEERING")
    mean_square = (1 - 1 / PARTS**2) / 12

    final = session.workspace.run_named("").final
    forces = [session.workspace.given.parameters[f"START{i}[OPTA]"] for i in range(1, PARTS + 1)]
    assert final["energy"] == pytest.approx(1 / mean_square, rel=1e-6)
    assert forces == pytest.approx([(0.5 - (i + 0.5) / PARTS) / mean_square for i in range(PARTS)], abs=1e-4)
    assert final["place"] == pytest.approx(1, abs=1e-6)
    assert final["speed"] == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
def test_the_regulator_of_the_basin_is_no_worse_than_any_on_a_grid() -> None:
    session = session_after("TUNING")
    workspace = session.workspace
    model = workspace.model
    others = {name: value for name, value in workspace.given.parameters.items() if name not in ("K[PID]", "TI[PID]")}

    def cost(gain: float, ti: float) -> float:
        run = model.run(model.options(0, 200, store=[], parameters={**others, "K": gain, "TI": ti}))
        return run.final["cost"]

    found = workspace.run_named("").final["cost"]
    gains, times = [0.5 * i for i in range(1, 41)], [5.0 * i for i in range(1, 21)]
    assert found <= min(cost(gain, ti) for gain in gains for ti in times)


def test_the_texts_of_the_optimum_compile_without_diagnostics() -> None:
    standard = Path(load.__code__.co_filename).parents[1] / "session" / "systems"

    assert load(EXAMPLES / "basin.t", standard / "pid.t", EXAMPLES / "loop.t").diagnostics == ()
