"""The public model: loading, its descriptions, and pickling."""

import copy
import inspect
from dataclasses import fields

import numpy as np
import pytest

import simnon
from simnon import Model, RunOptions
from simnon.simulation import RunKeywords
from simnon.studies import grid_design
from tests.pickling import pickled

TEXT = """CONTINUOUS SYSTEM tank
STATE h [m]
DER dh
dh = q - a*SQRT(h)
q: 1
a: 0.5
h: 1
END
"""


@pytest.fixture(scope="module")
def model() -> Model:
    return simnon.load(TEXT)


def test_the_repr_is_one_line(model: Model) -> None:
    assert repr(model) == "Model(tank: 1 state, 2 parameters)"


def test_a_notebook_shows_states_and_parameters_with_their_values(model: Model) -> None:
    shown = model._repr_html_()

    assert "<td>h</td><td>state</td><td>1</td><td>m</td>" in shown
    assert "<td>a</td><td>parameter</td><td>0.5</td>" in shown


def test_models_of_the_same_text_are_equal_and_of_different_texts_are_not(model: Model) -> None:
    assert model == simnon.load(TEXT)
    assert hash(model) == hash(simnon.load(TEXT))
    assert model != simnon.load(TEXT.replace("0.5", "0.6"))
    assert model != simnon.load(TEXT, math="libm")
    assert model != TEXT


def test_a_pickled_model_is_compiled_when_loaded_and_runs_the_same(model: Model) -> None:
    found = pickled(model)

    assert found == model
    assert found.simulate(0, 5) == model.simulate(0, 5)


def test_a_copy_is_the_immutable_model_itself(model: Model) -> None:
    assert copy.copy(model) is model
    assert copy.deepcopy(model) is model
    with pytest.raises(TypeError):
        model.parameters["a"] = 1  # type: ignore[index]


def test_every_option_is_declared_once_and_can_be_given(model: Model) -> None:
    options = {option.name for option in fields(RunOptions)} - {"start", "stop", "watching"}

    assert set(RunKeywords.__annotations__) == options
    assert options <= set(inspect.signature(Model.simulate).parameters)
    of_one_run = {"store", "times", "record_from", "spacing_variable", "marked"}
    assert options - of_one_run <= set(inspect.signature(Model.sweep).parameters)
    documented = RunOptions.__doc__ or ""
    assert [name for name in sorted(options) if f"    {name}: " not in documented] == []


def test_the_defaults_that_help_shows_are_those_of_the_options() -> None:
    shown = inspect.signature(Model.begin).parameters

    assert (shown["rtol"].default, shown["method"].default, shown["parameters"].default) == (1e-6, "auto", None)


def test_an_unknown_option_is_rejected_with_a_suggestion(model: Model) -> None:
    with pytest.raises(simnon.UserError, match="a run has no option 'rtoll'") as caught:
        model.simulate(0, 1, rtoll=1e-3)  # type: ignore[call-arg]
    assert caught.value.hint == "did you mean rtol=?"
    with pytest.raises(simnon.UserError, match="runs of a sweep or sample have no option 'store'"):
        model.sweep({"a": [1]}, 0, 1, store=["h"])  # type: ignore[call-arg]


def test_a_study_is_finished_in_steps_or_at_once(model: Model) -> None:
    study = model.study(grid_design({"a": [0.4, 0.5, 0.6]}), 0, 5, keep=["final(h)"])

    assert study.done == 0
    assert study.finish()["final(h)"].tolist() == model.sweep({"a": [0.4, 0.5, 0.6]}, 0, 5)["final(h)"].tolist()


def test_an_ensemble_does_not_change_when_its_study_continues(model: Model) -> None:
    study = model.study(grid_design({"a": [0.4, 0.5, 0.6]}), 0, 5, keep=["final(h)", "h"], spacing=1)
    before = study.ensemble()
    kept = {name: np.array(values) for name, values in dict(before).items()}

    after = study.finish()

    assert np.isnan(kept["final(h)"]).all()
    assert all(np.array_equal(before[name], values, equal_nan=True) for name, values in kept.items())
    assert np.isfinite(after["final(h)"]).all()


def test_ensembles_are_compared_copied_and_pickled(model: Model) -> None:
    def sweep(stop: float) -> simnon.Ensemble:
        return model.sweep({"a": [0.4, 0.5]}, 0, stop, keep=["max(h)", "h"], spacing=0.5)

    ensemble = sweep(2)

    assert pickled(ensemble) == ensemble == copy.deepcopy(ensemble)
    assert ensemble == sweep(2)
    assert ensemble != sweep(3)
    assert repr(ensemble) == "Ensemble(2 members: a; a list of values)"


def test_an_ensemble_describes_itself(model: Model) -> None:
    ensemble = model.sweep({"a": [0.4, 0.5]}, 0, 2, keep=["max(h)", "h"], spacing=0.5)

    assert list(ensemble) == list(ensemble.keys()) == ["max(h)", "h", "a"]
    assert ("MAX(h)" in ensemble, "min(h)" in ensemble, "nosuch" in ensemble) == (True, False, False)
    assert dict(ensemble)["h"].shape == (2, 5)
    with pytest.raises(KeyError, match="was not kept"):
        ensemble["min(h)"]
    assert "<td>max(h)</td>" in ensemble._repr_html_()
