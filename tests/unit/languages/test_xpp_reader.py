from simnon.languages import DIALECTS
from simnon.model import Comment, Declared, System, SystemKind
from simnon.source import Report, Source


def systems_in(text: str, name: str = "fhn.ode") -> tuple[System, ...]:
    report = Report()
    systems = DIALECTS[".ode"](Source(name, text), report)
    assert not report.has_errors, report.diagnostics
    return systems


def names(system: System, kind: Declared) -> list[str]:
    return [declaration.name for declaration in system.declared(kind)]


def test_a_program_is_one_system_with_the_name_of_its_file() -> None:
    (system,) = systems_in("x'=-x\n", "folder/my model-2.ode")

    assert (system.name, system.kind) == ("my_model_2", SystemKind.CONTINUOUS)


def test_a_file_whose_name_is_a_number_has_a_name_all_the_same() -> None:
    (system,) = systems_in("x'=-x\n", "6x6.ode")

    assert system.name == "ode_6x6"


def test_comments_are_kept_with_their_lines() -> None:
    (system,) = systems_in("# first\nx'=-x  # behind\n\"{a=1} an action\ndone\n# never seen\n")

    assert system.comments == (
        Comment(1, "first", True),
        Comment(2, "behind", False),
        Comment(3, "{a=1} an action", True),
    )


def test_elements_of_arrays_are_names_of_their_own() -> None:
    (system,) = systems_in("x[1..3]'=-x[j]\n")

    assert names(system, Declared.STATE) == ["x1", "x2", "x3"]
    assert names(system, Declared.DER) == ["dx1", "dx2", "dx3"]


def test_a_program_with_noise_is_three_systems() -> None:
    systems = systems_in("wiener w\nx'=w+ran(1)\n")

    assert [(system.name, system.kind) for system in systems] == [
        ("fhn_ode", SystemKind.CONTINUOUS),
        ("fhn_noise", SystemKind.DISCRETE),
        ("fhn", SystemKind.CONNECTING),
    ]
    assert names(systems[0], Declared.INPUT) == ["w", "ran_1"]
    assert names(systems[1], Declared.OUTPUT) == ["ran_1_drawn", "w_drawn"]


def test_without_options_the_run_is_the_one_that_xpp_makes() -> None:
    (system,) = systems_in("x'=-x\ny'=x\n")
    experiment = system.experiment

    assert experiment is not None
    assert (experiment.start, experiment.stop, experiment.spacing) == (0.0, 20.0, 0.05)
    assert (experiment.method, experiment.step) == ("rk4", 0.05)
    assert (experiment.shown, experiment.against) == (("x",), "")


def test_the_options_say_what_is_drawn_and_how_often() -> None:
    (system,) = systems_in("x'=-x\ny'=x\n@ nout=4 dt=.5, t0=2\n@ xp=x yp=y yp2=x xlo=-5\nonly x,y\n")
    experiment = system.experiment

    assert experiment is not None
    assert (experiment.start, experiment.stop, experiment.spacing) == (2.0, 22.0, 2.0)
    assert (experiment.shown, experiment.against, experiment.printed) == (("y", "x"), "x", ("x", "y"))
    assert experiment.ranges == {"x": (-5.0, 20.0)}


def test_each_set_is_a_run_that_begins_with_the_values_of_the_text() -> None:
    (system,) = systems_in("x'=a\npar a=1,b=0\ninit x=3\nset one {a=2}\nset two {x=4,total=5}\naux c=b\n")

    assert system.experiment is not None
    assert system.experiment.commands == (
        "PAR a: 2",
        "INIT x: 3",
        "SIMU 0 20 /one",
        "PAR a: 1",
        "INIT x: 4",
        "SIMU 0 5 /two",
    )


def test_sets_and_axes_can_have_names_that_begin_with_digits() -> None:
    (system,) = systems_in("5HT'=-5HT+k\npar k=3\n@ xp=t,yp=5HT\nset fast {5ht=7}\n")

    assert system.experiment is not None
    assert system.experiment.shown == ("_5HT",)
    assert "INIT _5HT: 7" in system.experiment.commands


def test_a_text_can_end_with_a_continued_line() -> None:
    (system,) = systems_in("y'=1\nx'=2 \\")

    assert names(system, Declared.STATE) == ["y", "x"]
