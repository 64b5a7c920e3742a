"""Ensembles in lanes: cached under the name of their program, however deep its expressions."""

import pytest

import simnon

TERMS = 300


@pytest.mark.slow
def test_an_equation_of_hundreds_of_terms_can_be_swept() -> None:
    terms = " + ".join(f"{i}.5E-3*SIN(k + {i})" for i in range(TERMS))
    model = simnon.load(f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = {terms} - x\nk: 1\nEND\n")

    members = model.sweep({"k": [1.0, 2.0]}, 0, 1)

    assert members["final(x)"].tolist() == [model.simulate(0, 1, parameters={"k": k}).final["x"] for k in (1.0, 2.0)]
