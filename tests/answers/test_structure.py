"""Composed models with known answers: events between parts, versions, sampling together, arrays, ranges."""

import math
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.source import UserError

BALL = """
CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
EVENT bounce
dh = v
dv = -g
WHEN bounce
  v = -e*PRE(v)
END
h: 10
g: 9.81
e: 0.8
END

CONTINUOUS SYSTEM floor
INPUT h
OUTPUT hits
EVENT touch
hits: 0
WHEN h < 0
  hits = PRE(hits) + 1
  ORDER touch
END
END

CONNECTING SYSTEM room
SYSTEM b: ball
SYSTEM f: floor
f.h = b.h
b.bounce = f.touch
END
"""


def test_a_ball_bounces_when_the_floor_orders_it() -> None:
    run = simnon.load(BALL).simulate(0.0, 8.0)
    fall = math.sqrt(2 * 10 / 9.81)
    times = [fall * (1 + 2 * sum(0.8**j for j in range(1, k + 1))) for k in range(3)]
    found = [entry.time for entry in run.events if entry.name == "f.hits"]
    assert found[:3] == pytest.approx(times, abs=1e-9)
    assert run.final["f.hits"] == len(found)


VERSIONS = """
CONTINUOUS SYSTEM rod
STATE angle speed
DER dangle dspeed
EVENT snaps
dangle = speed
VERSION whole
dspeed = -4*angle
WHEN snaps
  VERSION broken
  speed = PRE(speed)/2
END
VERSION broken
dspeed = -speed
angle: 1
END

CONNECTING SYSTEM test
TIME t
SYSTEM r: rod
WHEN t >= 0.75
  ORDER r.snaps
END
END
"""


def test_a_changed_version_continues_from_the_states_it_is_given() -> None:
    run = simnon.load(VERSIONS).simulate(0.0, 2.0, rtol=1e-9, atol=1e-12)
    angle, speed = math.cos(1.5), -2 * math.sin(1.5) / 2
    assert run.final["r.speed"] == pytest.approx(speed * math.exp(-1.25), rel=1e-7)
    assert run.final["r.angle"] == pytest.approx(angle + speed * (1 - math.exp(-1.25)), rel=1e-7)
    assert run.final["r.version"] == 2.0


COMPUTED_VERSION = """
CONTINUOUS SYSTEM rod
TIME t
STATE x
DER dx
step: 1
WHEN t >= 1
  version = PRE(version) + step
END
VERSION whole
dx = 1
VERSION bent
dx = 2
END
"""


def test_a_when_computes_the_number_of_the_version() -> None:
    run = simnon.load(COMPUTED_VERSION).simulate(0.0, 2.0)

    assert run.final["version"] == 2.0
    assert run.final["x"] == pytest.approx(3.0)


def test_an_invalid_version_number_ends_the_run() -> None:
    model = simnon.load(COMPUTED_VERSION)
    run = model.simulate(0.0, 2.0, initial={"version": 2.0})

    assert (run.stop.code, run.stop.time) == ("unknown-version", 1.0)
    assert "'version' to 3 at t = 1" in run.stop.message
    assert "whole (1), bent (2)" in run.stop.hint
    assert run.stop.span is not None
    assert run.stop.span.text == "version = PRE(version) + step"
    assert model.sweep({"version": [2.0, 2.0]}, 0.0, 2.0).stops.tolist() == ["step-too-small"] * 2


@pytest.mark.parametrize("number", [7.0, 0.0, 1.5])
def test_a_run_cannot_begin_with_an_invalid_version_number(number: float) -> None:
    with pytest.raises(UserError, match="there is no such version") as refused:
        simnon.load(COMPUTED_VERSION).simulate(0.0, 1.0, initial={"version": number})

    assert refused.value.code == "unknown-version"


def test_a_sweep_over_invalid_version_numbers_is_refused() -> None:
    with pytest.raises(UserError, match="'version' cannot be 3"):
        simnon.load(COMPUTED_VERSION).sweep({"version": [1.0, 3.0]}, 0.0, 1.0)


def test_a_version_can_be_chosen_when_the_model_is_loaded() -> None:
    run = simnon.load(VERSIONS, choices={"r.version": "broken"}).simulate(0.0, 1.0, initial={"r.speed": 3.0})
    assert run.final["r.speed"] == pytest.approx(3.0 * math.exp(-1.0), rel=1e-5)


SWITCHED_RELATIONS = """
TERMINAL pin
ACROSS v
THROUGH i
END

CONTINUOUS SYSTEM fuse
TERMINAL p, n: pin
VARIABLE u
u = p.v - n.v
p.i + n.i = 0
VERSION whole
u = R*p.i
WHEN p.i > limit
  VERSION blown
END
VERSION blown
p.i = 0
R: 2
limit: 3
END

CONTINUOUS SYSTEM ramp
TERMINAL p, n: pin
TIME t
p.v - n.v = t
p.i + n.i = 0
n.v = 0
END

CONTINUOUS SYSTEM capacitor
TERMINAL p, n: pin
STATE v
DER dv
v = p.v - n.v
dv = p.i
p.i + n.i = 0
END

CONNECTING SYSTEM circuit
SYSTEM f: fuse
SYSTEM s: ramp
SYSTEM c: capacitor
CONNECT s.p f.p
CONNECT f.n c.p
CONNECT c.n s.n
f.limit: 0.75
END
"""


def test_a_fuse_blows_and_opens_the_circuit() -> None:
    """The current through 2 ohms into 1 farad behind a ramp is 1 - exp(-t/2): it is 3/4 at 2 ln 4."""
    run = simnon.load(SWITCHED_RELATIONS).simulate(0.0, 6.0, rtol=1e-9, atol=1e-12)
    blown = 2 * math.log(4)
    charge = blown - 2 * (1 - math.exp(-blown / 2))
    assert run.final["c.v"] == pytest.approx(charge, rel=1e-7)
    assert run.final["f.p.i"] == 0.0
    assert [entry.time for entry in run.events if entry.name == "f.version"] == pytest.approx([blown], abs=1e-7)


SAMPLED_TOGETHER = """
DISCRETE SYSTEM delay
INPUT u
OUTPUT y
STATE x
NEW n
y = x
n = u
END

DISCRETE SYSTEM two
INPUT u
OUTPUT y
SYSTEM a, b: delay
a.u = u
b.u = a.y
y = b.y
END

DISCRETE SYSTEM sampled
INPUT u
OUTPUT y
TIME t
TSAMP ts
SYSTEM inner: two
inner.u = u
y = inner.y
ts = t + h
h: 0.1
END

CONTINUOUS SYSTEM clock
TIME t
OUTPUT now
now = t
END

CONNECTING SYSTEM top
SYSTEM c: clock
SYSTEM s: sampled
s.u = c.now
END
"""


def test_discrete_time_parts_are_sampled_with_the_system_they_are_in() -> None:
    run = simnon.load(SAMPLED_TOGETHER).simulate(0.0, 1.05)
    assert run.final["s.y"] == pytest.approx(0.8, abs=1e-12)
    assert run.final["s.inner.b.x"] == pytest.approx(0.8, abs=1e-12)


PHASED = """
DISCRETE SYSTEM clock
OUTPUT next
STATE k
NEW k1
TSAMP ts
k1 = k + 1
next = (k + 1)*period
ts = next
period: 0.1
END

DISCRETE SYSTEM counter
INPUT next
OUTPUT n at
STATE x
NEW x1
TIME t
TSAMP ts
x1 = x + 1
n = x + 1
at = t
ts = next + shift
shift: 0
END

CONNECTING SYSTEM top
SYSTEM c: clock
SYSTEM early, late: counter
early.next = c.next
late.next = c.next
late.shift: 0.05
late.ts: 0.05
END
"""


def test_parts_that_read_one_clock_do_not_drift() -> None:
    run = simnon.load(PHASED).simulate(0.0, 1000.02, store=())
    assert run.final["early.n"] == 10_001
    assert run.final["late.n"] == 10_000
    assert run.final["early.at"] == pytest.approx(1000.0, abs=1e-12)
    assert run.final["late.at"] == pytest.approx(999.95, abs=1e-12)


LADDER = """
CONTINUOUS SYSTEM cell
INPUT left right
STATE v
DER dv
dv = left - 2*v + right
END

CONNECTING SYSTEM line
SYSTEM cell[1..n]: cell
cell[k].left = cell[k-1].v FOR k = 2..n
cell[k].right = cell[k+1].v FOR k = 1..n-1
cell[1].left = 1
cell[n].right = 0
n: 5
END
"""


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_an_array_of_any_size(count: int) -> None:
    run = simnon.load(LADDER, choices={"n": count}).simulate(0.0, 500.0 * count, method="rodas5p", store=())
    expected = 1 - np.arange(1, count + 1) / (count + 1)
    found = [run.final[f"cell[{k}].v"] for k in range(1, count + 1)]
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_structural_parameters_cannot_be_changed_by_a_run() -> None:
    with pytest.raises(simnon.UserError, match="is a structural parameter"):
        simnon.load(LADDER).simulate(0.0, 1.0, parameters={"n": 3})


RANGES = """
CONTINUOUS SYSTEM wave
STATE x v
DER dx dv
dx = v
dv = -k*x
x: 1
k: 1 [1/s^2]
RANGE k: 0..10
RANGE x: -0.5..
END
"""


def test_a_run_notes_when_a_variable_leaves_its_range() -> None:
    run = simnon.load(RANGES).simulate(0.0, 10.0)
    assert run.notes == ("x left its range -0.5.. at t = 2.09439, 8.37758",)


TERMINAL_RANGES = """
TERMINAL pin
ACROSS v [V]
THROUGH i
FIXED d
RANGE V: -1000..1500 [mV]
RANGE d: 0..5
END
CONTINUOUS SYSTEM source
TERMINAL p: pin
TIME t
p.v = t
p.d: 2
END
CONTINUOUS SYSTEM load
TERMINAL p: pin
p.v = R*p.i
p.d: 2
R: 2
END
CONNECTING SYSTEM both
SYSTEM s: source
SYSTEM l: load
CONNECT s.p l.p
END
"""


def test_a_range_in_a_terminal_type_applies_to_every_terminal() -> None:
    run = simnon.load(TERMINAL_RANGES).simulate(0.0, 2.0, store=[])

    assert run.notes == tuple(f"{part}.p.v left its range -1..1.5 at t = 1.5" for part in ("s", "l"))
    with pytest.raises(simnon.SimnonError, match=r"'s.p.d' is 9, which is outside 0\.\.5"):
        simnon.load(TERMINAL_RANGES.replace("p.d: 2", "p.d: 9"))


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("RANGE w: ..1", "w left its range ..1 at t = 0"),
        ("RANGE y: ..1", "y left its range ..1 at t = 0"),
        ("RANGE t: ..1", "t left its range ..1 at t = 1"),
    ],
)
def test_every_variable_with_a_range_is_monitored(line: str, note: str) -> None:
    text = f"CONTINUOUS SYSTEM s\nTIME t\ny = 2*k\nINITIAL\nw = 3*k\nk: 2\n{line}\nEND\n"

    assert simnon.load(text).simulate(0.0, 2.0, store=[]).notes == (note,)


def test_parameters_outside_their_range_are_refused() -> None:
    model = simnon.load(RANGES)
    with pytest.raises(simnon.UserError, match=r"'k' cannot be -1: its range is 0\.\.10"):
        model.simulate(0.0, 1.0, parameters={"k": -1.0})


def test_views_of_types_and_parts_have_no_equations() -> None:
    model = simnon.load(BALL)
    assert "bounce" in str(model.info("b"))
    assert "PRE" not in str(model.info("b"))
    assert "e  0.8" in str(model.info("ball"))


def test_a_division_by_zero_in_a_relation_is_reported_in_the_names_of_the_text() -> None:
    circuit = Path(__file__).parents[1] / "golden" / "models" / "circuit.t"
    run = simnon.load(circuit).simulate(0.0, 1.0, parameters={"r[1].R": 0.0})

    assert run.stop.code == "not-finite"
    assert run.stop.message.startswith("what is needed to solve 'p.v - n.v = E' became -inf at t = 0")


PIPES = """
TERMINAL flange
ACROSS p
THROUGH q
FIXED d [m]
END

CONTINUOUS SYSTEM pipe
TERMINAL a, b: flange
a.d = SQRT(4*area/3.14)
b.d = a.d
a.q + b.q = 0
a.p - b.p = R*a.q
area: 3.14
R: 2
END

CONTINUOUS SYSTEM end
TERMINAL a: flange
a.p = p0
a.d: 2000 [mm]
p0: 1
END

CONNECTING SYSTEM line
SYSTEM one, two: pipe
SYSTEM source, sink: end
CONNECT source.a one.a
CONNECT one.b two.a
CONNECT two.b sink.a
source.p0: 5
two.area = area
area: 3.14
END
"""


def test_a_run_with_fixed_values_that_differ_is_refused() -> None:
    model = simnon.load(PIPES)
    together = {"one.area": 12.56, "area": 12.56, "source.a.d": 4.0, "sink.a.d": 4.0}

    assert model.simulate(0.0, 1.0).final["one.a.q"] == pytest.approx(1.0)
    assert model.simulate(0.0, 1.0, parameters=together).final["one.a.q"] == pytest.approx(1.0)
    for parameters in ({"one.area": 12.56}, {"area": 12.56}, {"sink.a.d": 4.0}, {**together, "sink.a.d": 2.0}):
        with pytest.raises(UserError, match="'d' is") as refused:
            model.simulate(0.0, 1.0, parameters=parameters)
        assert refused.value.code == "improper-connection"


def test_a_sweep_with_fixed_values_that_differ_is_refused() -> None:
    model = simnon.load(PIPES)
    diameters, areas = [2.0, 4.0], [3.14, 12.56]
    together = {"one.area": areas, "area": areas, "source.a.d": diameters, "sink.a.d": diameters}

    assert model.sweep(together, 0.0, 1.0, zipped=True, keep="final(one.a.q)").stops.tolist() == ["end"] * 2
    with pytest.raises(UserError, match=r"'d' is 4 at 'two.b' and 2 at 'sink.a'"):
        model.sweep({**together, "sink.a.d": [2.0, 2.0]}, 0.0, 1.0, zipped=True)
    with pytest.raises(UserError, match="connected in line 30"):
        model.sweep({"one.R": [1.0, 2.0], "sink.a.d": [2.0, 3.0]}, 0.0, 1.0)


def test_a_sweep_outside_a_range_is_refused() -> None:
    with pytest.raises(UserError, match=r"its range is 0\.\."):
        simnon.load(PIPES.replace("R: 2", "R: 2\nRANGE R: 0..")).sweep({"one.R": [1.0, -1.0]}, 0.0, 1.0)


REQUIRING = """
CONTINUOUS SYSTEM motor
INPUT u
OUTPUT w
w = gain*u
gain = k/R
k: 2
R: 4
REQUIRE k > 0 AND gain < 3 'the gain must be small'
END

CONTINUOUS SYSTEM servo
SYSTEM m[1..2]: motor
m[i].u = 1 FOR i = 1..2
STATE x
DER dx
dx = -low*x + m[1].w
low: 1
high: 2
REQUIRE low < high 'the limits are in the wrong order'
END
"""


def test_a_run_whose_parameters_do_not_meet_a_requirement_is_refused() -> None:
    model = simnon.load(REQUIRING)
    gain = "'m[2]' requires k > 0 AND gain < 3, but k is 2, gain is 20: the gain must be small"
    limits = "'servo' requires low < high, but low is 5, high is 2: the limits are in the wrong order"

    for parameters, message in (({"m[2].R": 0.1}, gain), ({"low": 5.0}, limits)):
        with pytest.raises(UserError) as refused:
            model.simulate(0.0, 1.0, parameters=parameters)
        assert (refused.value.code, refused.value.message) == ("requirement-not-met", message)
    assert "line 20 of text 1" in refused.value.hint
    assert model.simulate(0.0, 1.0, parameters={"low": 5.0, "high": 6.0}).final["x"] > 0
