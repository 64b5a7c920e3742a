"""Values with units in Python: texts and pint quantities become numbers in the unit of the variable."""

from typing import Any

import pint
import pytest

import simnon
from simnon import UserError

CAR = """CONTINUOUS SYSTEM car
STATE x [m] v [m/s]
DER dx dv
dx = v
dv = -k*v + push*0
k: 0 [1/s]
push: 1
v: 120 [km/h]
END
"""


@pytest.fixture(scope="module")
def car() -> simnon.Model:
    return simnon.load(CAR)


def test_a_value_in_the_text_is_converted(car: simnon.Model) -> None:
    assert car.simulate(0, 1)["v"][0] == 120 / 3.6


@pytest.mark.parametrize("speed", ["36 km/h", "36 [km/h]", "1e1", 10, "10 m/s", " -1e1 [m/s]"])
def test_a_text_can_have_a_unit(car: simnon.Model, speed: str | float) -> None:
    assert abs(car.simulate(0, 1, initial={"v": speed})["v"][0]) == 10


def test_quantities_of_pint_are_converted(car: simnon.Model) -> None:
    units: Any = pint.UnitRegistry()
    run = car.simulate(0, 1, initial={"v": 36 * units.km / units.hour}, parameters={"k": units.Quantity(60, "1/min")})

    assert run["v"][0] == 10
    assert run.provenance.options.parameters == {"k": 1}


def test_a_sweep_takes_units_too(car: simnon.Model) -> None:
    ensemble = car.sweep({"k": ["60 1/min", 2.0]}, 0, 1, keep=["final(v)"])

    assert ensemble["k"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("value", "code"),
    [("36 kg", "wrong-dimension"), ("36 xyz", "unreadable-unit"), ("fast", "bad-number"), ("3 4", "unreadable-unit")],
)
def test_an_inconvertible_value_is_rejected(car: simnon.Model, value: str, code: str) -> None:
    with pytest.raises(UserError) as error:
        car.simulate(0, 1, initial={"v": value})

    assert error.value.code == code


def test_a_variable_without_a_unit_takes_plain_numbers(car: simnon.Model) -> None:
    with pytest.raises(UserError, match="'push' has no unit"):
        car.simulate(0, 1, parameters={"push": "3 N"})


def test_strict_units_reject_a_model_whose_units_disagree() -> None:
    wrong = CAR.replace("dx = v", "dx = x")

    assert [diagnostic.code for diagnostic in simnon.load(wrong).diagnostics] == ["wrong-dimension"]
    with pytest.raises(simnon.SimnonError, match="wrong-dimension"):
        simnon.load(wrong, units="strict")
    with pytest.raises(UserError, match="units is 'loose'"):
        simnon.load(CAR, units="loose")


def test_disagreeing_units_change_no_number() -> None:
    plain = CAR.replace(" [m/s]", "").replace(" [m]", "").replace(" [1/s]", "").replace("120 [km/h]", "33")
    wrong = plain.replace("STATE x v", "STATE x [kg] v [A]")

    assert simnon.load(wrong).simulate(0, 1)["x"].tolist() == simnon.load(plain).simulate(0, 1)["x"].tolist()


def test_the_time_of_a_record_has_its_unit() -> None:
    run = simnon.load(CAR.replace("DER", "TIME t [min]\nDER", 1)).simulate(0, 1)

    assert run.units["t"] == "min"
