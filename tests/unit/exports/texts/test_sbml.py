"""SBML: valid by the rules of libsbml, with reactions, and read back with the same result."""

from pathlib import Path
from typing import Any

import libsbml
import pytest

import simnon

EXAMPLES = Path(__file__).parents[4] / "examples"


def document(text: str) -> Any:
    found = libsbml.readSBMLFromString(text)
    found.setConsistencyChecks(libsbml.LIBSBML_CAT_UNITS_CONSISTENCY, False)
    found.setConsistencyChecks(libsbml.LIBSBML_CAT_MODELING_PRACTICE, False)
    assert found.checkConsistency() == 0, found.getError(0).getMessage()
    return found


LOOP = """CONTINUOUS SYSTEM circle
STATE x
DER dx
e = 1 - y
u = 2*e
y = x + 0.5*u
dx = u - x
z = y + 1
END
"""
ORDERED = """CONTINUOUS SYSTEM lamp
EVENT toggles
OUTPUT on
STATE x
DER dx
dx = on - x
WHEN toggles
  on = 1
END
END
CONNECTING SYSTEM room
TIME t
SYSTEM l: lamp
WHEN t > 1
  ORDER l.toggles
END
END
"""


@pytest.mark.parametrize(("text", "state"), [(LOOP, "x"), (ORDERED, "l.x")])
def test_loops_and_orders_are_valid_and_give_the_same_run(text: str, state: str, tmp_path: Path) -> None:
    model = simnon.load(text)
    written = model.to_text("sbml")
    found = document(written).getModel()
    path = tmp_path / "again.sbml"
    path.write_text(written)
    first, second = (each.simulate(0.0, 3.0, rtol=1e-9) for each in (model, simnon.load(path)))

    loops = [rule for rule in (found.getRule(i) for i in range(found.getNumRules())) if rule.isAlgebraic()]
    assert len(loops) == (3 if text is LOOP else 0)
    assert second.final[state.replace(".", "_")] == pytest.approx(first.final[state], rel=1e-7)


@pytest.mark.parametrize(
    ("name", "stop"), [("robertson", 40.0), ("vdpol", 5.0), ("relay", 4.0), ("pendulum", 5.0), ("rectifier", 0.05)]
)
def test_a_model_that_is_read_back_gives_the_same_run(name: str, stop: float, tmp_path: Path) -> None:
    model = simnon.load(EXAMPLES / f"{name}.t")
    text = model.to_text("sbml")
    document(text)
    path = tmp_path / f"{name}.sbml"
    path.write_text(text)
    again = simnon.load(path)
    first, second = (each.simulate(0.0, stop, rtol=1e-9) for each in (model, again))

    for state in model.integrated:
        assert second.final[state.replace(".", "_")] == pytest.approx(first.final[state], rel=1e-7)


def test_terms_that_states_exchange_are_reactions() -> None:
    read = document(simnon.load(EXAMPLES / "robertson.t").to_text("sbml"))
    model = read.getModel()
    found = [
        (
            [(r.getSpecies(), r.getStoichiometry()) for r in reaction.getListOfReactants()],
            [(p.getSpecies(), p.getStoichiometry()) for p in reaction.getListOfProducts()],
            libsbml.formulaToL3String(reaction.getKineticLaw().getMath()),
        )
        for reaction in model.getListOfReactions()
    ]

    assert found == [
        ([("b", 1.0)], [("a", 1.0)], "back"),
        ([("a", 1.0)], [("b", 1.0)], "slow"),
        ([("b", 1.0)], [("c", 1.0)], "fast"),
    ]
    assert model.getNumRules() == 3


def test_a_factor_of_a_term_is_its_stoichiometry() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE a b\nDER da db\nda = -2*k*a^2 + 1\ndb = k*a^2 - b\nk: 0.5\na: 1\nEND\n"
    read = document(simnon.load(text).to_text("sbml"))
    model = read.getModel()
    first = model.getReaction(0)

    assert (first.getReactant(0).getSpecies(), first.getReactant(0).getStoichiometry()) == ("a", 2.0)
    assert (first.getProduct(0).getSpecies(), first.getProduct(0).getStoichiometry()) == ("b", 1.0)
    assert model.getNumReactions() == 3


def test_states_that_exchange_nothing_have_rate_rules_and_units() -> None:
    read = document(simnon.load(EXAMPLES / "pendulum.t").to_text("sbml"))
    model = read.getModel()
    unit = model.getUnitDefinition(model.getParameter("g").getUnits())

    assert (model.getNumReactions(), model.getNumSpecies()) == (0, 0)
    assert {rule.getVariable() for rule in model.getListOfRules() if rule.isRate()} == {"angle", "speed"}
    assert {(libsbml.UnitKind_toString(u.getKind()), u.getExponentAsDouble()) for u in unit.getListOfUnits()} == {
        ("dimensionless", 1.0),
        ("metre", 1.0),
        ("second", -2.0),
    }


def test_a_when_is_an_event_and_reads_the_values_before_it() -> None:
    text = simnon.load(EXAMPLES / "ball.t").to_text("sbml", comments=True)
    read = document(text)
    event = read.getModel().getEvent(0)
    assignment = event.getEventAssignment(0)

    assert libsbml.formulaToL3String(event.getTrigger().getMath()) == "h < 0"
    assert (assignment.getVariable(), libsbml.formulaToL3String(assignment.getMath())) == ("v", "-k * v")
    assert event.getUseValuesFromTriggerTime()
    assert "<!-- SBML has no STOP WHEN -->" in text


def test_a_discrete_system_is_refused_with_its_place() -> None:
    model = simnon.load(*(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t")))

    with pytest.raises(simnon.UserError, match=r"regulator\.t:1: SBML has no discrete system"):
        model.to_text("sbml")


def test_a_function_that_sbml_does_not_have_is_refused_with_its_place() -> None:
    with pytest.raises(simnon.UserError, match=r"text 1:3: SBML has no MOD"):
        simnon.load("CONTINUOUS SYSTEM s\nTIME t\ny = MOD(t, 2)\nEND\n").to_text("sbml")
