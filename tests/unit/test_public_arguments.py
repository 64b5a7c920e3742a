"""Every public entry point with wrong kinds, sizes and values: it works, or says which argument is wrong and why."""

import inspect
import math
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import simnon
from simnon.studies import distributions

TEXT = """CONTINUOUS SYSTEM s
STATE x
DER dx
OUTPUT y
a = 2*x
y = a
dx = -k*x
x: 1
k: 1
END
"""
NOISE = """DISCRETE SYSTEM noise
STATE n
NEW nn
TSAMP ts
TIME t
nn = k*NORM(t)
ts = t + 1
k: 1
END
"""
MODEL = simnon.load(TEXT)
RUN = MODEL.simulate(0, 1)
ENSEMBLE = MODEL.sweep({"k": [1, 2]}, 0, 1, keep=["max(x)", "x"], spacing=0.5)
DIAGRAM = MODEL.continuation("k", 0.5, 2)
UNIFORM = distributions.uniform(1, 2)
MEASURED = {"t": [0.0, 0.5, 1.0], "y": [2.0, 1.3, 0.8]}

UNKNOWN = object()
WRONG: tuple[Any, ...] = (
    None,
    True,
    "5",
    "",
    "\0",
    "nosuch",
    "\udc80\n",
    b"x",
    1.5,
    -1,
    0,
    5,
    10**400,
    2**53 + 1,
    math.nan,
    math.inf,
    1j,
    [],
    [1, 2],
    [None],
    [[1, 2], [3, 4]],
    (),
    {},
    {"k": 1},
    {"k": None},
    {"k": math.nan},
    {"k": 2, "K": 3},
    {"dx": 1},
    {5: 1},
    {"x", "y"},
    object(),
    type,
    len,
    (each for each in "xy"),
    np.array([1.0, 2.0]),
    np.array([[1.0]]),
    np.array(["x"]),
    np.nan,
    Path(),
    Path("no/such/folder.csv"),
)

FEW = 4
"""One in so many is tried in the fast tests."""

Call = Callable[[Any], Any]


INDICES = {"distributions": {"k": UNIFORM}, "start": 0, "stop": 1, "keep": "final(x)", "count": 2}
RIGHT_ARGUMENTS: dict[str, dict[str, Any]] = {
    "simulate": {"start": 0, "stop": 1},
    "sweep": {"values": {"k": [1, 2]}, "start": 0, "stop": 1},
    "sample": {"distributions": {"k": UNIFORM}, "start": 0, "stop": 1, "count": 2},
    "linearize": {"inputs": ["k"], "outputs": ["y"]},
    "cycle": {"at": RUN},
    "root_locus": {"parameter": "k", "low": 0.5, "high": 2.0},
    "linearize_orbit": {"inputs": [], "outputs": ["y"], "period": 1.0},
    "equilibrium": {},
    "equilibria": {"ranges": {"x": (-1, 1)}, "count": 2},
    "continuation": {"parameters": "k", "lower": 0.5, "upper": 2},
    "sensitivities": {"start": 0, "stop": 1, "by": ["k"]},
    "fit": {"data": MEASURED, "parameters": ["k"]},
    "basins": {"values": {"x": [1, 2], "k": [1, 2]}, "start": 0, "stop": 1},
    "poincare": {"start": 0, "stop": 1, "section": "x = 0.5", "direction": "down"},
    "lyapunov": {"start": 0, "stop": 1},
    "frequency_response": {"input": "k", "output": "y", "frequencies": [1.0], "amplitude": 0.1},
    "sobol": INDICES,
    "morris": INDICES,
    "optimal_control": {
        "start": 0,
        "stop": 1,
        "controls": ["k"],
        "minimise": "x",
        "intervals": 2,
        "iterations": 2,
    },
}
"""By method: arguments that are right."""
OF_THE_CALLER = ("optimal_control progress",)
"""Functions that are called in any case: what they raise is the caller's."""


def calls() -> Iterator[tuple[str, Call]]:
    """Each argument of each entry point, the others being right."""
    for method, right in RIGHT_ARGUMENTS.items():
        for name in argument_names(getattr(simnon.Model, method)):
            if f"{method} {name}" not in OF_THE_CALLER:
                yield f"{method} {name}", calling(getattr(MODEL, method), name, **right)
    for name in argument_names(simnon.Model.simulate):
        if name not in ("store", "verify"):
            yield f"sweep {name}", calling(MODEL.sweep, name, values={"x": [1, 2]}, start=0, stop=1)
    for name in argument_names(simnon.load):
        yield f"load {name}", lambda wrong, name=name: simnon.load(TEXT, **{name: wrong})  # type: ignore[misc]
    yield from OTHERS.items()


def calling(function: Callable[..., Any], name: str, **right: Any) -> Call:
    return lambda wrong: function(**{**right, name: wrong})


OTHERS: dict[str, Call] = {
    "load": simnon.load,
    "load two": lambda wrong: simnon.load(TEXT, wrong),
    "a parameter": lambda wrong: MODEL.simulate(0, 1, parameters={"k": wrong}),
    "an initial value": lambda wrong: MODEL.simulate(0, 1, initial={"x": wrong}),
    "a tolerance": lambda wrong: MODEL.simulate(0, 1, atol={"x": wrong}),
    "a stored name": lambda wrong: MODEL.simulate(0, 1, store=[wrong]),
    "values of a parameter": lambda wrong: MODEL.sweep({"k": wrong}, 0, 1),
    "a value of a parameter": lambda wrong: MODEL.sweep({"k": [1, wrong]}, 0, 1),
    "something kept": lambda wrong: MODEL.sweep({"k": [1]}, 0, 1, keep=[wrong]),
    "a distribution": lambda wrong: MODEL.sample({"k": wrong}, 0, 1, count=2),
    "a number of a distribution": lambda wrong: distributions.triangular(0, 1, wrong),
    "an input of a linear model": lambda wrong: MODEL.linearize([wrong], ["y"]),
    "bounds of a state": lambda wrong: MODEL.equilibrium(bounds={"x": wrong}),
    "a given value": lambda wrong: MODEL.equilibrium(free=["k"], given={"y": wrong}),
    "bounds of a branch": lambda wrong: MODEL.continuation("k", 0.5, 2, bounds={"y": wrong}),
    "one of two parameters": lambda wrong: MODEL.continuation(["k", wrong], [0, 0], [2, 2]),
    "a label": DIAGRAM.at,
    "a diagram[]": lambda wrong: DIAGRAM[wrong],
    "a branch[]": lambda wrong: DIAGRAM[0][wrong],
    "a diagram of": DIAGRAM.plot,
    "a direction": lambda wrong: MODEL.sensitivities(0, 1, by=[wrong]),
    "a measured column": lambda wrong: MODEL.fit({"t": [0.0, 1.0], "y": wrong}, ["k"]),
    "bounds of a fit": lambda wrong: MODEL.fit(MEASURED, ["k"], bounds={"k": wrong}),
    "a standard deviation": lambda wrong: MODEL.fit(MEASURED, ["k"], sigma={"y": wrong}),
    "starts of a map": lambda wrong: MODEL.basins({"x": wrong, "k": [1, 2]}, 0, 1),
    "values of a section": lambda wrong: MODEL.poincare(0, 1, period=0.5, over={"k": wrong}),
    "a distribution of an index": lambda wrong: MODEL.morris({"k": wrong}, 0, 1, keep="final(x)"),
    "an attractor": lambda wrong: MODEL.basins({"x": [1, 2], "k": [1]}, 0, 1, attractors=[wrong]),
    "a time to record": lambda wrong: MODEL.simulate(0, 1, times=[wrong]),
    "begin": lambda wrong: MODEL.begin(wrong, 1),
    "advance_to": lambda wrong: MODEL.begin(0, 1).advance_to(wrong),
    "set": lambda wrong: MODEL.begin(0, 1).set(wrong),
    "a run[]": lambda wrong: MODEL.begin(0, 1)[wrong],
    "rhs t": lambda wrong: MODEL.rhs(wrong, [1.0]),
    "rhs x": lambda wrong: MODEL.rhs(0, wrong),
    "jacobian x": lambda wrong: MODEL.jacobian(0, wrong),
    "jacobian parameters": lambda wrong: MODEL.jacobian(0, [1.0], parameters=wrong),
    "start_report": MODEL.start_report,
    "resume": lambda wrong: MODEL.resume(wrong, 2),
    "go_on stop": lambda wrong: MODEL.resume(MODEL.simulate(0, 1), wrong),
    "go_on progress": lambda wrong: MODEL.resume(MODEL.simulate(0, 1), 2, progress=wrong),
    "go_on parameters": lambda wrong: MODEL.resume(MODEL.simulate(0, 1), 2, parameters=wrong),
    "info": MODEL.info,
    "trajectory[]": lambda wrong: RUN[wrong],
    "final[]": lambda wrong: RUN.final[wrong],
    "in final": lambda wrong: wrong in RUN.final,
    "at": RUN.at,
    "at name": lambda wrong: RUN.at(0.5, wrong),
    "plot": RUN.plot,
    "plot against": lambda wrong: RUN.plot("x", against=wrong),
    "in trajectory": lambda wrong: wrong in RUN,
    "in ensemble": lambda wrong: wrong in ENSEMBLE,
    "trajectory.write": RUN.write,
    "read_trajectory": simnon.read_trajectory,
    "ensemble[]": lambda wrong: ENSEMBLE[wrong],
    "ensemble.write": ENSEMBLE.write,
    "fan": ENSEMBLE.fan,
    "fan most": lambda wrong: ENSEMBLE.fan("x", wrong),
    "bands": ENSEMBLE.bands,
    "map": ENSEMBLE.map,
    "map over": lambda wrong: ENSEMBLE.map("max(x)", wrong),
    "read_ensemble": simnon.read_ensemble,
}
OWN_TROUBLE = {
    (f"{name} progress", len)
    for name in (
        "sweep",
        "sample",
        "simulate",
        "go_on",
        "sensitivities",
        "basins",
        "poincare",
        "lyapunov",
        "sobol",
        "morris",
    )
}
"""Functions are called with a number, and what they raise is theirs."""
ANSWERS_ANY = {"in final", "in trajectory", "in ensemble"}


def argument_names(function: Callable[..., Any]) -> list[str]:
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    found = inspect.signature(function).parameters.values()
    return [each.name for each in found if each.kind in kinds and each.name != "self"]


def seldom(name: str) -> list[pytest.MarkDecorator]:
    """What is measured by runs of many periods for each value that is taken is a slow test, but for one argument."""
    is_long = name.startswith("frequency_response ") and name != "frequency_response input"
    return [pytest.mark.slow] if is_long else []


@pytest.mark.parametrize("every", [pytest.param(FEW, id="few"), pytest.param(1, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "call"), [pytest.param(*each, id=each[0], marks=seldom(each[0])) for each in calls()])
def test_wrong_arguments_are_named_or_taken(
    name: str, call: Call, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Which few they are differs from one argument to the next, so that all kinds are tried on some.
    first = crc32(name.encode()) % every
    tried = (*WRONG[first::every], UNKNOWN)
    wrongs = [wrong for wrong in tried if not any(name == own and wrong is value for own, value in OWN_TROUBLE)]
    messages = [refusal(call, wrong) for wrong in wrongs]

    assert any(messages) or name in ANSWERS_ANY
    for message in filter(None, messages):
        assert not re.search(r"Traceback|object has no attribute|NoneType", message)


def refusal(call: Call, wrong: Any) -> str:
    """What is said; empty where the value is taken. Any other exception, and any warning, is a mistake of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            call(wrong)
        except simnon.SimnonError as error:
            return str(error) or "nothing is said"
    return ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": None}, "method: expected the name of a method, found None"),
        ({"rtol": "1e-9"}, "rtol: expected a number, found the text '1e-9'"),
        ({"points": "5"}, "points: expected an integer from -2**53 to 2**53, found the text '5'"),
        ({"seed": None}, "seed: expected an integer from -2**53 to 2**53, found None"),
        ({"seed": math.nan}, "seed: expected an integer from -2**53 to 2**53, found nan"),
        ({"seed": 2**53 + 1}, "seed: expected an integer from -2**53 to 2**53, found 9007199254740993"),
        ({"parameters": {"k": 2, "K": 3}}, "parameters: 'k' and 'K' are the same variable"),
        ({"initial": {"x": 2, "X": 3}}, "initial: 'x' and 'X' are the same variable"),
        ({"atol": {"x": 1e-3, "X": 1e-4}}, "atol: 'x' and 'X' are the same variable"),
        ({"initial": {"a": 2}}, "'a' has no initial value"),
        ({"initial": {"dx": 2}}, "'dx' has no initial value"),
        ({"initial": {"y": 2}}, "'y' has no initial value"),
        ({"atol": {"k": 1e-3}}, "atol: 'k' is not integrated, so it has no tolerance"),
        ({"parameters": {"k": "fast"}}, "parameters: 'k': expected a number, found the text 'fast'"),
        ({"parameters": [("k", 2)]}, "parameters: expected a dictionary of names and values, found the list"),
        ({"spacing": 0.1, "points": 5}, "points has no effect with a spacing"),
        ({"method": "rk4", "largest_step": 0.1}, "largest_step has no effect: all steps of 'rk4' are equal"),
        ({"verify": "no"}, "verify: expected True or False, found the text 'no'"),
        ({"progress": 5}, "progress: expected a function, found 5"),
        ({"store": 5}, "store: expected a list of names, found 5"),
    ],
)
def test_an_option_without_effect_or_of_the_wrong_kind_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(simnon.SimnonError, match=re.escape(message)):
        MODEL.simulate(0, 1, **options)


def test_a_single_name_can_be_stored() -> None:
    assert list(MODEL.simulate(0, 1, store="dx").columns) == ["dx"]


def test_seeds_next_to_the_largest_differ() -> None:
    noisy = simnon.load(NOISE)
    draws = {float(noisy.simulate(0, 1, seed=seed).final["n"]) for seed in (2**53 - 1, 2**53, -(2**53), 0)}

    assert len(draws) == 4


def test_a_member_has_its_number_added_to_the_seed() -> None:
    noisy = simnon.load(NOISE)
    members = noisy.sweep({"k": [1, 1, 1]}, 0, 1, keep=["final(n)"], seed=7)["final(n)"]

    assert members.tolist() == [noisy.simulate(0, 1, seed=7 + number).final["n"] for number in range(3)]


def test_seeds_of_members_are_told_apart_to_the_last() -> None:
    with pytest.raises(simnon.UserError, match=r"seed plus its number, at most 2\*\*53"):
        MODEL.sweep({"k": [1, 2]}, 0, 1, seed=2**53)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parameters": {"K": 2}}, "parameters: 'K' differs between members"),
        ({"initial": {"k": 2}}, "initial: 'k' differs between members"),
        ({"store": ["x"]}, "runs of a sweep or sample have no option 'store'"),
        ({"rtl": 1e-3}, "runs of a sweep or sample have no option 'rtl'"),
    ],
)
def test_what_a_sweep_would_ignore_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(simnon.UserError, match=re.escape(message)):
        MODEL.sweep({"k": [1, 2]}, 0, 1, **options)


UNCHECKED_LOAD: Any = simnon.load
UNCHECKED_MODEL: Any = MODEL
UNCHECKED_RUN: Any = RUN


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: UNCHECKED_LOAD(TEXT, choice={}), "load has no argument 'choice'; did you mean choices=?"),
        (lambda: UNCHECKED_MODEL.simulate(0, 1, verfy=True), "simulate has no argument 'verfy'; did you mean verify=?"),
        (
            lambda: UNCHECKED_MODEL.sweep({"k": [1]}, 0, 1, ziped=True),
            "sweep has no argument 'ziped'; did you mean zipped=?",
        ),
        (lambda: UNCHECKED_MODEL.sample({}, 0, 1, cout=2), "sample has no argument 'cout'; did you mean count=?"),
        (lambda: UNCHECKED_MODEL.fit({}, ["k"], bound={}), "fit has no argument 'bound'; did you mean bounds=?"),
        (lambda: UNCHECKED_MODEL.linearize(output=["y"]), "linearize has no argument 'output'; did you mean outputs=?"),
        (
            lambda: UNCHECKED_MODEL.equilibrium(parametrs={}),
            "equilibrium has no argument 'parametrs'; did you mean parameters=?",
        ),
        (
            lambda: UNCHECKED_MODEL.to_fmu("s.fmu", machine=[]),
            "to_fmu has no argument 'machine'; did you mean machines=?",
        ),
        (lambda: UNCHECKED_MODEL.rhs(0, [1], zzz=1), "rhs has no argument 'zzz'; the arguments are t, x, parameters"),
        (lambda: UNCHECKED_RUN.write("s.csv", forc=True), "write has no argument 'forc'; did you mean force=?"),
    ],
)
def test_a_misspelled_keyword_is_told_with_the_one_that_was_meant(call: Callable[[], object], message: str) -> None:
    with pytest.raises(simnon.UserError, match=re.escape(message)) as caught:
        call()
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("name", ["simulate", "begin", "fit", "sweep", "to_fmu", "sensitivities"])
def test_a_misspelled_option_of_a_run_is_told_with_the_one_that_was_meant(name: str) -> None:
    required = {
        "sweep": ({"k": [1]}, 0, 1),
        "fit": ({"t": [0.0, 1.0], "x": [1.0, 0.5]}, ["k"]),
        "to_fmu": ("s.fmu",),
        "sensitivities": (0, 1),
    }
    more = {"by": ["k"]} if name == "sensitivities" else {}
    with pytest.raises(simnon.UserError, match=r"no option 'metod'; did you mean method=\?"):
        getattr(MODEL, name)(*required.get(name, (0, 1)), metod="rk4", **more)


def test_arguments_that_are_missing_are_told_as_in_any_function() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'stop'"):
        UNCHECKED_MODEL.simulate(0)
