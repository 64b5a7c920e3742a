"""find_islands: parts of a large model that no event outside them affects."""

import pytest

import simnon
from simnon.compiler import compile_jacobian, compile_model
from simnon.kernels import METHODS
from simnon.lowering import ensemble_program
from simnon.program import Island
from simnon.simulation.run_buffers import OF_MEMBERS_WITHOUT_RECORDS, fixed_numbers

CONNECTION = "CONNECTING SYSTEM all\nEND\n"


def relay(i: int, *lines: str) -> str:
    own = [
        f"CONTINUOUS SYSTEM r{i}",
        "STATE x",
        "DER dx",
        *(lines or ["dx = u"]),
        "WHEN x > 1",
        "u = -1",
        "END",
        "WHEN x < -1",
        "u = 1",
        "END",
        "u: 1",
        "END\n",
    ]
    return "\n".join(own)


def islands_of(*texts: str) -> tuple[Island, ...]:
    return simnon.load(*texts)._simulator.layout.islands


def test_parts_without_a_connection_are_islands_of_at_least_eight_guards() -> None:
    islands = islands_of(*(relay(i) for i in range(34)), CONNECTION)

    assert [island.guards for island in islands] == [range(i, min(i + 8, 68)) for i in range(0, 68, 8)]
    assert [island.states for island in islands] == [range(i, min(i + 4, 34)) for i in range(0, 34, 4)]
    assert islands[1].events == islands[1].modes == islands[1].guards
    assert islands[0].state_of_guards == (0, 0, 1, 1, 2, 2, 3, 3)
    assert islands[0].colours == (0, 0, 0, 0)


def chain(reads: str) -> tuple[str, ...]:
    count = 34
    parts = [
        relay(i, "INPUT before", "OUTPUT out level", "out = x", "level = u", "dx = u + 0.01*before")
        for i in range(count)
    ]
    joints = [f"before[r{i}] = {f'{reads}[r{i - 1}]' if i else '0'}" for i in range(count)]
    return (*parts, "\n".join(["CONNECTING SYSTEM all", *joints, "END\n"]))


def test_states_do_not_connect_the_derivatives_that_read_them() -> None:
    assert len(islands_of(*chain("out"))) == 9


def test_what_an_event_changes_connects_those_that_read_it() -> None:
    assert islands_of(*chain("level")) == ()


@pytest.mark.parametrize(
    "other",
    [
        "DISCRETE SYSTEM d\nSTATE n\nNEW nn\nTIME t\nTSAMP ts\nnn = n + 1\nts = t + 1\nEND\n",
        "CONTINUOUS SYSTEM d\nSTATE z\nDER dz\nTIME t\ndz = IF z > t THEN 1 ELSE 2\nEND\n",
        "CONTINUOUS SYSTEM d\nSTATE z\nDER dz\ndz = IF z*z > 1 THEN 1 ELSE 2\nEND\n",
        "CONTINUOUS SYSTEM d\nSTATE z\nDER dz\ndz = DELAY(z, 1)\nEND\n",
    ],
)
def test_models_whose_guards_can_change_otherwise_are_not_divided(other: str) -> None:
    assert islands_of(*(relay(i) for i in range(34)), other, CONNECTION) == ()


def test_small_models_are_not_divided() -> None:
    assert islands_of(*(relay(i) for i in range(20)), CONNECTION) == ()


def test_an_island_on_which_a_stop_depends_is_open() -> None:
    stopping = relay(99).replace("u: 1", "STOP WHEN x > 5\nu: 1")
    islands = islands_of(*(relay(i) for i in range(34)), stopping, CONNECTION)

    assert [island.is_open for island in islands] == [False] * (len(islands) - 1) + [True]


@pytest.mark.parametrize("method", METHODS)
def test_no_member_of_an_ensemble_looks_at_islands(method: str) -> None:
    """What islands need is not valid in lanes; the condition that excludes it is known before a run."""
    compiled = compile_model("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n")
    fixed = fixed_numbers(compiled.program.layout, METHODS[method], OF_MEMBERS_WITHOUT_RECORDS)
    jacobian = compile_jacobian(compiled.analysed) if METHODS[method].has_jacobian else None

    program = ensemble_program(method, compiled.program, fixed, jacobian)

    assert not {"rest_everywhere", "look_at_all"} & {function.name for function in program.functions}
