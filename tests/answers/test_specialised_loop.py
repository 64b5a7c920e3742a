"""The specialised run loop equals the general loop, bit for bit, wherever a run switches between them."""

from collections.abc import Callable

import pytest

import simnon
from simnon import Model
from simnon.kernels import METHODS
from simnon.lowering import MAX_UNROLLED_STATES
from simnon.simulation import StopKind, Trajectory
from simnon.simulation import run as runs
from simnon.targets.llvm import CompiledRun, ObjectCode, run_code
from simnon.targets.llvm.run import LinkedRun
from simnon.targets.llvm.run_code import _SpecialisedLoop
from tests.answers.test_independence import HYBRID, fingerprint
from tests.seeds import first_fast, these_fast

BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -9.81 - 0.01*v*ABS(v)
WHEN h < 0
  v = -0.8*PRE(v)
  n = PRE(n) + 1
END
STOP WHEN n > 20 'enough'
h: 3
END
"""
MOVED_BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g - c*v*ABS(v)
WHEN h < 0
  v = -k*PRE(v)
END
g: 9.81
k: 0.8
c: 0.01
h: 3
END
"""
DELAYED = """CONTINUOUS SYSTEM delayed
STATE x
DER dx
TIME t
dx = -DELAY(x, 1 + 0.2*SIN(t)) + (IF t > 3 THEN 1 ELSE 0)
x: 1
END
"""
SAMPLED = """DISCRETE SYSTEM counter
STATE n
NEW nn
TIME t
TSAMP ts
nn = n + RECT(1)
ts = t + 0.1*(1 + MOD(n, 3))
END
"""
LOOP = """CONTINUOUS SYSTEM loop
STATE x
DER dx
TIME t
z = COS(z)*x + 0.1*SIN(t)
dx = -z
x: 1
END
"""
STIFF = """CONTINUOUS SYSTEM stiff
STATE x y
DER dx dy
dx = y
dy = 300*(1 - x^2)*y - x
x: 2
END
"""
TEXTS = {
    "hybrid": HYBRID,
    "ball": BALL,
    "delayed": DELAYED,
    "sampled": SAMPLED,
    "loop": LOOP,
    "stiff": STIFF,
}
STOP = 12.0
OFTEN = ("dopri5", "rodas5p")
SELDOM = tuple(name for name, method in METHODS.items() if name not in OFTEN and not method.has_library_steps)
NAMES = these_fast(TEXTS, "loop")


MADE: dict[str, ObjectCode] = {}
"""The specialised loops compiled so far: later tests reuse them."""


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every model begins with the general loop, and gets a specialised one only on request of a test."""
    make = _SpecialisedLoop.make

    def make_once(specialised: _SpecialisedLoop) -> LinkedRun | None:
        code = MADE.get(specialised.name())
        return make(specialised) if code is None else specialised.linked(code)

    monkeypatch.setattr(run_code, "kept_objects", lambda _name: None)
    monkeypatch.setattr(run_code, "keep_objects", MADE.__setitem__)
    monkeypatch.setattr(_SpecialisedLoop, "make", make_once)
    monkeypatch.setattr(run_code, "SECONDS_WORTH_A_LOOP", 1e9)


def take_specialised_loop(model: Model, *methods: str) -> None:
    for method in methods:
        code = model._simulator._code(method).run
        assert isinstance(code, CompiledRun)
        general = code.linked
        code.finish()
        assert code.linked is not general


def simulate(model: Model, method: str, **options: object) -> Trajectory:
    return model.simulate(0, STOP, method=method, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("method", these_fast([*OFTEN, *SELDOM], *OFTEN))
def test_the_specialised_loop_gives_the_same_bits(name: str, method: str) -> None:
    model = simnon.load(TEXTS[name])
    general = [fingerprint(simulate(model, method, **options)) for options in ({}, {"spacing": 0.3, "seed": 5})]
    take_specialised_loop(model, method)
    specialised = [fingerprint(simulate(model, method, **options)) for options in ({}, {"spacing": 0.3, "seed": 5})]

    assert specialised == general


@pytest.mark.slow
def test_loops_over_many_states_give_the_same_bits() -> None:
    """The derivatives by five parameters are too many states to unroll: the loops over them are vectorised."""
    model = simnon.load(MOVED_BALL)
    extended = model._simulator.with_sensitivities(("g", "k", "c", "h", "v"), ())
    options = extended.options(0, STOP, method="dopri5")
    assert len(extended.layout.states) > MAX_UNROLLED_STATES
    general = fingerprint(extended.run(options))
    code = extended._code("dopri5").run
    assert isinstance(code, CompiledRun)
    before = code.linked
    model.finish_compiling()

    assert code.linked is not before
    assert fingerprint(extended.run(options)) == general


@pytest.mark.slow
def test_what_is_stored_can_differ_from_run_to_run() -> None:
    model = simnon.load(HYBRID)
    stores = [[], ["x"], ["u[regulator]", "hits"], None]
    general = [fingerprint(simulate(model, "dopri5", store=store)) for store in stores]
    take_specialised_loop(model, "dopri5")

    assert [fingerprint(simulate(model, "dopri5", store=store)) for store in stores] == general


@pytest.mark.parametrize("name", NAMES)
def test_a_run_switches_loops_at_a_tick(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = fingerprint(simulate(simnon.load(TEXTS[name]), "dopri5"))
    monkeypatch.setattr(runs, "FIRST_BUDGET", 11.0)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN_REPORTS", 0.0)
    model = simnon.load(TEXTS[name])
    ticks: list[float] = []

    def change_over(time: float) -> None:
        ticks.append(time)
        if len(ticks) == 3:
            take_specialised_loop(model, "dopri5")

    found = simulate(model, "dopri5", progress=change_over)

    assert len(ticks) > 3
    assert fingerprint(found) == expected


@pytest.mark.parametrize("name", ["hybrid", pytest.param("delayed", marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_specialised_first", first_fast([True, False]))
def test_an_interrupted_run_continues_in_the_other_loop(
    name: str, is_specialised_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = fingerprint(simulate(simnon.load(TEXTS[name]), "dopri5"))
    monkeypatch.setattr(runs, "FIRST_BUDGET", 17.0)
    model, other = simnon.load(TEXTS[name]), simnon.load(TEXTS[name])
    take_specialised_loop(model if is_specialised_first else other, "dopri5")

    def interrupt(_time: float) -> None:
        raise KeyboardInterrupt

    found = simulate(model, "dopri5", progress=interrupt)
    assert found.stop.kind is StopKind.USER
    assert found.run is not None
    found.run.code = other._simulator._code("dopri5")

    assert fingerprint(model.resume(found)) == expected


def test_a_stiff_run_changes_its_method_in_both_loops() -> None:
    model = simnon.load(STIFF)
    general = model.simulate(0, 200)
    take_specialised_loop(model, "dopri5", "rodas5p")
    specialised = model.simulate(0, 200)

    assert general.statistics.method == "dopri5, rodas5p"
    assert fingerprint(specialised) == fingerprint(general)


@pytest.mark.parametrize("stops", [(4.0, 9.0), pytest.param((0.05, 11.0), marks=pytest.mark.slow)])
def test_a_run_is_extended_in_both_loops(stops: tuple[float, float]) -> None:
    def longer(model: Model, between: Callable[[], None]) -> str:
        first = model.simulate(0, stops[0], spacing=0.25)
        between()
        return fingerprint(model.resume(first, stops[1]))

    general, specialised = simnon.load(HYBRID), simnon.load(HYBRID)

    assert longer(specialised, lambda: take_specialised_loop(specialised, "dopri5")) == longer(general, lambda: None)


def test_bounces_with_rounding_errors_are_not_taken_for_stiffness() -> None:
    text = BALL.replace(" - 0.01*v*ABS(v)", "").replace("n > 20", "n > 60").replace("0.8", "0.9")

    assert simnon.load(text).simulate(0, 60).statistics.method == "dopri5"
