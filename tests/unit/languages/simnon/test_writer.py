"""write_systems: what a Simnon text cannot contain becomes comments."""

from dataclasses import replace

from simnon.languages import DIALECTS, write_systems
from simnon.model import Experiment
from simnon.source import Report, Source


def comments_of(experiment: Experiment) -> list[str]:
    (system,) = DIALECTS[".t"](Source("text", "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n"), Report())
    written = write_systems([replace(system, experiment=experiment)]).splitlines()
    return [line.removeprefix('"').strip() for line in written[written.index("END") + 1 :]]


def test_a_run_is_written_as_the_commands_that_make_it() -> None:
    experiment = Experiment(
        start=1.0,
        stop=9.0,
        spacing=0.5,
        method="rk4",
        step=0.25,
        rtol=1e-4,
        shown=("x", "dx"),
        against="x",
        printed=("dx",),
        branch="k 0 1",
        commands=("SIMU 0 1", "SIMU 0 2"),
    )

    assert comments_of(experiment) == [
        "the run of the program:",
        "ALGOR RK4 0.25",
        "ERROR 0.0001",
        "SIMU 1 9 0.5",
        "ASHOW x dx (x)",
        "PRINT dx",
        "BRANCH k 0 1",
        "MACRO s",
        "SIMU 0 1",
        "SIMU 0 2",
        "END",
    ]


def test_what_a_run_leaves_to_the_session_is_not_written() -> None:
    assert comments_of(Experiment()) == ["the run of the program:"]
    assert comments_of(Experiment(stop=3.0, method="rk4", shown=("x",)))[1:] == ["ALGOR RK4", "SIMU 0 3", "ASHOW x"]


def test_comments_keep_their_places() -> None:
    text = '" before\nCONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x " rate\nEND " last\n" after\n'
    systems = DIALECTS[".t"](Source("text", text), Report())

    written = write_systems(systems)

    assert [written.count(word) for word in ("before", "rate", "last", "after")] == [1, 1, 1, 1]
    assert written.index("rate") < written.index("END") < written.index("after")
