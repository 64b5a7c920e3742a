"""Arrays of parts that stay whole give the same bits as their parts: records, final values, statistics, messages."""

import numpy as np
import pytest

import simnon
from simnon.compiler import analyse, compile_model
from simnon.model import Arrays
from simnon.source import Report, Source
from tests.seeds import seeds, these_fast
from tests.targets.models_of_parts import COUPLED, MODELS, TANKS, ladder
from tests.targets.random_parts import RandomParts

OTHERS = ("SYSTEM other[1..100]: capacitor", "CONNECT other[k].p cell[1].a FOR k = 1..100")
TRIALS = (("llvm", "dopri5", None), ("interpreter", "rk4", 0.05))


def why_expanded(text: str) -> str:
    """Empty if the arrays are whole."""
    analysed = analyse([Source("text.t", text)], Report(), arrays=Arrays.AUTO)
    assert analysed is not None
    because = analysed.declared.whole.expanded_because
    assert bool(analysed.model.whole) is not bool(because)
    return because


def check_both_ways(text: str) -> None:
    whole, expanded = simnon.load(text), simnon.load(text, arrays="expanded")
    assert list(whole.variables) == list(expanded.variables)
    assert [d.message for d in whole.diagnostics] == [d.message for d in expanded.diagnostics]
    for target, method, step in TRIALS:
        one, other = (m.simulate(0, 0.1, target=target, method=method, step=step) for m in (whole, expanded))
        assert one == other
        assert one.names == other.names
        assert one.initial == other.initial
        assert list(one.final) == list(other.final)
        finals = [np.array(list(each.final.values())) for each in (one, other)]
        assert finals[0].tobytes() == finals[1].tobytes()
        assert one.statistics.evaluations == other.statistics.evaluations


@pytest.mark.parametrize("name", these_fast(MODELS, "ladder", "divided", "tanks", "started"))
def test_models_are_the_same_whole_and_expanded(name: str) -> None:
    assert why_expanded(MODELS[name]) == ""
    check_both_ways(MODELS[name])


@pytest.mark.parametrize("seed", seeds(range(40), 2))
def test_random_models_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomParts(seed).text()

    assert why_expanded(text) == ""
    check_both_ways(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ladder("CONNECT cell[30].b probe.p", "SYSTEM probe: resistor"), "the model with few parts has a mistake"),
        (ladder("CONNECT cell[n-30].b probe.p", "SYSTEM probe: resistor"), "neither near the first nor near the last"),
        (ladder("cell[40].R.R: 0"), "'cell[].R.R' is zero in some parts"),
        (
            ladder(
                "SYSTEM other[1..100]: capacitor",
                "CONNECT other[k].p cell[1].a FOR k = 1..100",
                "CONNECT other[k].n G.p FOR k = 1..100",
            ),
            "large arrays have different sizes",
        ),
        (COUPLED, "the equations of several parts need each other's values"),
        (TANKS.replace("0.01*k", "(IF k > 30 THEN 1 ELSE 0)"), "neither near the first nor near the last"),
        (TANKS.replace("dx = u - y", "dx = u - y\nWHEN x > 1\nx = 0\nEND"), "a WHEN belongs to each part"),
        (TANKS.replace("y = x/T", "y = DELAY(x, T)"), "a DELAY belongs to each part"),
        (
            TANKS.replace("y = x/T", "y = x/T + q\n0 = q + SIN(q) - x\nVARIABLE q"),
            "or are solved by iteration",
        ),
        (TANKS.replace("T: 2", "T: 2\nREQUIRE T > 1"), "a REQUIRE belongs to each part"),
        (TANKS.replace("T: 2", "T: 2\nRANGE x: 0..100"), "a WHEN belongs to each part"),
    ],
)
def test_what_cannot_stay_whole_is_expanded_and_says_why(text: str, reason: str) -> None:
    assert reason in why_expanded(text)


def test_mistakes_are_those_of_the_expanded_model() -> None:
    text = ladder("cell[80].R.R: 3")

    with pytest.raises(simnon.SimnonError) as whole:
        simnon.load(text)
    with pytest.raises(simnon.SimnonError) as expanded:
        simnon.load(text, arrays="expanded")
    assert str(whole.value) == str(expanded.value)


def test_values_of_single_parts_are_given_named_and_checked() -> None:
    model = simnon.load(ladder())

    run = model.simulate(0, 1, parameters={"cell[3].R.R": 2}, initial={"cell[70].C.v": 1}, store=["cell[1..3].C.v"])
    several = model.simulate(0, 1, parameters={"cell[3..4].R.R": [2, 1]}, initial={"cell[70].C.v": 1})

    assert np.array_equal(several.final["cell[..].C.v"], run.final["cell[1..70].C.v"])
    assert several.final["cell[END].C.v"] == run.final["cell[70].C.v"]
    assert run["cell[2..3].C.v"].shape == (len(run.t), 2)
    assert (run["cell[2].C.v"] == run["cell[2..3].C.v"][:, 0]).all()
    assert (run["v[cell[2].C]"] == run["cell[2].C.v"]).all()
    with pytest.raises(simnon.SimnonError, match=r"'cell\[3\].R.R' cannot be -1: its range is 0"):
        model.simulate(0, 1, parameters={"cell[3].R.R": -1})
    with pytest.raises(simnon.SimnonError, match=r"there is no variable 'cell\[3\].R.Q'"):
        model.simulate(0, 1, parameters={"cell[3].R.Q": -1})


def test_many_parts_are_not_stored_unless_they_are_named() -> None:
    for arrays in ("auto", "expanded"):
        run = simnon.load(TANKS.replace("n: 70", "n: 1001"), arrays=arrays).simulate(0, 1e-3, method="euler")

        assert run.names == ("total", "mean")
        assert "1,000 elements or parts are not stored" in run.notes[0]


def test_the_number_of_parts_does_not_change_the_program() -> None:
    few, many = (compile_model(ladder(size=f"n: {n}")) for n in (100, 50_000))

    assert len(few.program.entries) == len(many.program.entries)
    assert len(few.analysed.model.equations) == len(many.analysed.model.equations)
    assert len(many.variables) == len(few.variables) + 49_900 * 18


@pytest.mark.parametrize("name", ["numbers", "inside", "free"])
def test_a_whole_model_lists_all_parts(name: str) -> None:
    ways = [analyse([Source("text.t", MODELS[name])], Report(), arrays=way) for way in (Arrays.AUTO, Arrays.EXPANDED)]

    whole, expanded = (tuple(each.declared.parts) for each in ways if each is not None)
    assert whole == expanded
