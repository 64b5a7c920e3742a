"""XPP programs in a session: SYST adopts their experiment, and SIMU agrees with results found by hand."""

import math
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import Failed

CORPUS = Path(__file__).parents[1] / "corpus" / "xpp"


def follow(session: Session, *lines: str) -> None:
    for line in lines:
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line


def ran(program: str, *lines: str) -> Session:
    """A session in which the program has run its experiment."""
    session = Session(CORPUS)
    follow(session, f"SYST {program}", *lines, "SIMU")
    return session


def ran_text(text: str, folder: Path) -> Session:
    (folder / "program.ode").write_text(text)
    session = Session(folder)
    follow(session, "SYST program", "SIMU")
    return session


def value(session: Session, text: str) -> float:
    return evaluate(session.workspace, text)


def test_a_quiescent_membrane_comes_to_rest_at_the_intersection_of_its_nullclines() -> None:
    session = ran("fhn")
    v, w = value(session, "v"), value(session, "w")

    assert v == pytest.approx(-1.19940803524, abs=1e-6)
    assert v - v**3 / 3 - w == pytest.approx(0.0, abs=1e-6)
    assert v + 0.7 - 0.8 * w == pytest.approx(0.0, abs=1e-6)


def test_a_program_determines_what_is_shown_and_how_long_it_runs() -> None:
    session = ran("fhn")
    experiment = session.workspace.model.analysed.declared.experiment

    assert experiment is not None
    assert (experiment.shown, experiment.against) == (("w",), "V")
    assert experiment.ranges == {"V": (-3.0, 3.0), "w": (-2.0, 2.0)}
    assert (experiment.start, experiment.stop, experiment.spacing) == (0.0, 400.0, 0.5)
    assert (experiment.method, experiment.step, experiment.rtol) == ("dopri5", None, 1e-8)
    follow(session, "ASHOW")
    (area,) = session.workspace.page.figure.areas
    assert len(area.curves) == 1


def test_sets_are_runs_of_the_macro_named_after_the_program() -> None:
    session = ran("fhn")
    follow(session, "FHN")

    assert value(session, "FINAL(i0)") == 0.5
    assert value(session, "MAX(v)") > 1.5
    assert value(session, "FIRST(v)") == -1.0
    assert {"QUIET", "FIRING"} <= set(session.workspace.runs)


def test_the_logistic_map_has_the_cycle_of_two_that_theory_gives() -> None:
    a = 3.2
    upper, lower = ((a + 1 + sign * math.sqrt((a - 3) * (a + 1))) / (2 * a) for sign in (1, -1))
    session = ran("logistic")

    found = sorted(value(session, f"AT(x, {t})") for t in (998, 999))
    assert found == pytest.approx([lower, upper], rel=1e-12)


def test_a_map_at_its_most_chaotic_follows_its_closed_form() -> None:
    session = ran("logistic", "PAR a: 4")

    angle = math.asin(math.sqrt(0.3))
    for n in (0, 1, 5, 12):
        assert value(session, f"AT(x, {n})") == pytest.approx(math.sin(2**n * angle) ** 2, rel=1e-9)


def test_delayed_feedback_is_a_polynomial_between_multiples_of_the_lag() -> None:
    session = ran("feedback")

    assert value(session, "AT(x, 1)") == pytest.approx(0.0, abs=1e-9)
    assert value(session, "AT(x, 2)") == pytest.approx(-0.5, rel=1e-9)
    assert value(session, "AT(y, 1)") == pytest.approx(0.5, rel=1e-9)


def test_a_ball_bounces_when_it_should() -> None:
    session = ran("ball")
    first = math.sqrt(20 / 9.81)
    speed, since = 0.5 * 9.81 * first, 2 - first

    assert value(session, "n") == 1.0
    assert value(session, "x") == pytest.approx(speed * since - 9.81 / 2 * since**2, rel=1e-9)
    follow(session, "SIMU 0 3.5")
    assert value(session, "n") == 2.0


def test_algebraic_equations_stay_on_their_solution_branch() -> None:
    session = ran("roots")

    assert value(session, "y") == pytest.approx(1.5, rel=1e-8)
    assert value(session, "z") == pytest.approx(-2.5, rel=1e-8)


def test_coupled_oscillators_have_the_frequency_of_their_mode() -> None:
    session = ran("ring")

    assert value(session, "x1") == pytest.approx(-math.cos(2 * 10), rel=1e-8)
    assert value(session, "x4") == pytest.approx(math.cos(2 * 10), rel=1e-8)
    assert value(session, "mean") == pytest.approx(0.0, abs=1e-9)


def test_random_walks_have_the_variance_of_their_time() -> None:
    session = ran("walkers")

    assert abs(value(session, "mean")) < 0.25
    assert 0.7 < value(session, "square") < 1.3


@pytest.mark.slow
def test_the_variance_of_a_walk_does_not_depend_on_the_step(tmp_path: Path) -> None:
    text = (CORPUS / "walkers.ode").read_text("utf-8").replace("dt=.05", "dt=.01")

    assert 0.7 < value(ran_text(text, tmp_path), "square") < 1.3


def test_a_channel_is_open_for_the_fraction_of_time_given_by_its_rates() -> None:
    session = ran("channel")

    assert value(session, "s") / 500 == pytest.approx(1 / 3, abs=0.06)


def test_an_event_needs_a_crossing_so_that_it_does_not_happen_at_the_start() -> None:
    session = ran("neuron")

    assert value(session, "n") == 3.0
    assert value(session, "x") == pytest.approx(0.5, rel=1e-9)
    assert value(session, "m") == 0.0
    assert value(session, "y") == pytest.approx(8.5, rel=1e-12)


def test_a_staircase_steps_when_the_sine_crosses_integers() -> None:
    session = ran("staircase")

    assert value(session, "x") == pytest.approx(-math.pi, abs=1e-8)
    assert value(session, "y") == pytest.approx(math.pi, abs=1e-8)
    assert value(session, "z") == pytest.approx(math.pi, abs=1e-7)


@pytest.mark.parametrize(
    ("method", "growth"),
    [
        ("euler", 1 - 0.1),
        ("modeuler", 1 - 0.1 + 0.1**2 / 2),
        ("rungekutta", 1 - 0.1 + 0.1**2 / 2 - 0.1**3 / 6 + 0.1**4 / 24),
    ],
)
def test_fixed_step_methods_take_the_steps_of_the_program(method: str, growth: float, tmp_path: Path) -> None:
    session = ran_text(f"x'=-x\ninit x=1\n@ total=1,dt=.1,meth={method}\n", tmp_path)

    assert value(session, "x") == pytest.approx(growth**10, rel=1e-12)


@pytest.mark.parametrize("method", ["adams", "gear", "stiff", "cvode", "rosen", "qualrk", "5dp", "83dp", "backeul"])
def test_other_methods_keep_the_tolerance(method: str, tmp_path: Path) -> None:
    session = ran_text(f"x'=-x\ninit x=1\n@ total=1,dt=.1,tol=1e-7,meth={method}\n", tmp_path)

    assert value(session, "x") == pytest.approx(math.exp(-1), rel=1e-5)


def test_a_bound_ends_the_run(tmp_path: Path) -> None:
    session = ran_text("x'=x\ninit x=-1\n@ bound=10,meth=5dp\n", tmp_path)

    assert value(session, "x") == pytest.approx(-10.0, rel=1e-6)


def test_an_event_can_end_the_run(tmp_path: Path) -> None:
    session = ran_text("x'=1\nglobal 1 {x-2.5} {arret=1}\n@ meth=5dp\n", tmp_path)

    assert value(session, "x") == pytest.approx(2.5, rel=1e-9)


def test_a_program_can_be_connected_to_a_simnon_system(tmp_path: Path) -> None:
    (tmp_path / "source.ode").write_text("input u=0\nx'=u-x\ninit x=1\n@ total=1,meth=83dp\n")
    (tmp_path / "sink.t").write_text(
        "CONTINUOUS SYSTEM sink\nINPUT s\nOUTPUT y\nSTATE q\nDER dq\ny = 0\ndq = s\nEND\n"
        "CONNECTING SYSTEM both\ns[sink] = x[source]\nu[source] = 3 + y[sink]\nEND\n"
    )
    session = Session(tmp_path)
    follow(session, "SYST source sink", "SIMU")

    assert value(session, "x") == pytest.approx(3 - 2 * math.exp(-1), rel=1e-6)
    assert value(session, "q") == pytest.approx(3 - 2 * (1 - math.exp(-1)), rel=1e-6)


def test_an_auxiliary_with_the_name_of_a_parameter_changes_nothing(tmp_path: Path) -> None:
    session = ran_text("par g=3\nx'=-g*x\naux g=g*x\ninit x=1\n@ total=1,meth=83dp,tol=1e-10\n", tmp_path)

    assert value(session, "x") == pytest.approx(math.exp(-3), rel=1e-6)
    assert value(session, "g") == 3.0
    assert value(session, "g_aux") == pytest.approx(3 * math.exp(-3), rel=1e-6)


def test_a_delayed_variable_is_zero_before_the_start_unless_its_line_says_otherwise(tmp_path: Path) -> None:
    text = "x'=-delay(x,1)\ny'=-delay(y,1)\ninit x=2\ny(0)=2\n@ total=1,meth=83dp\n"
    session = ran_text(text, tmp_path)

    assert value(session, "x") == 2.0
    assert value(session, "y") == pytest.approx(0.0, abs=1e-9)


def test_an_event_ends_the_run_only_if_its_condition_holds(tmp_path: Path) -> None:
    text = "x'=1\ny'=0\nglobal 1 {x-1} {y=y+1;x=0;arret=(y>1)}\ninit x=.1\n@ total=5,meth=83dp\n"
    session = ran_text(text, tmp_path)

    assert value(session, "y") == 2.0
    assert value(session, "t") == pytest.approx(1.9, rel=1e-9)


def test_events_of_one_instant_act_one_after_the_other(tmp_path: Path) -> None:
    text = (
        "x'=1\ny'=0\nz'=0\nglobal 1 {x-1} {y=y+1}\nglobal 1 {x-1} {y=2*y;z=y+10}\n"
        "global 1 {x-1.5} {y=y+1}\ninit x=.1\n@ total=2,meth=83dp\n"
    )
    session = ran_text(text, tmp_path)

    assert value(session, "z") == 12.0
    assert value(session, "y") == 3.0


def test_an_event_that_a_change_causes_acts_after_it(tmp_path: Path) -> None:
    text = "x'=1\ny'=0\nz'=0\nglobal 1 {x-1} {y=y+1}\nglobal 1 {y-.5} {z=y+10}\ninit x=.1\n@ total=2,meth=83dp\n"
    session = ran_text(text, tmp_path)

    assert value(session, "z") == 11.0


def test_a_variable_may_not_exceed_100_unless_the_program_says_so(tmp_path: Path) -> None:
    assert value(ran_text("x'=x\ninit x=1\n@ meth=83dp\n", tmp_path), "x") == pytest.approx(100.0, rel=1e-6)
    assert value(ran_text("x'=x\ninit x=1\n@ meth=83dp,bound=1e9\n", tmp_path), "x") > 1e6


@pytest.mark.parametrize(
    ("kernel", "answer"),
    [
        ("1#x", 2.0),
        ("t^2#1", 8 / 3),
        ("t*exp(-t)#1", 1 - 3 * math.exp(-2)),
        ("cos(3*t)#1", math.sin(6) / 3),
        ("exp(-t)*sin(t)#1", (1 - math.exp(-2) * (math.sin(2) + math.cos(2))) / 2),
        ("t*t'", 4.0),
        ("(t-t')*exp(t'-t)", 1 - 3 * math.exp(-2)),
        ("t'*x", 8 / 3),
    ],
)
def test_an_integral_over_the_past_is_what_analysis_gives(kernel: str, answer: float, tmp_path: Path) -> None:
    session = ran_text(f"x'=1\ny=int{{{kernel}}}\n@ total=2,meth=83dp,tol=1e-9\n", tmp_path)

    assert value(session, "y") == pytest.approx(answer, rel=1e-6)


def test_a_volterra_equation_has_the_solution_that_theory_gives(tmp_path: Path) -> None:
    session = ran_text("u(t)=1-int{t#u}\n@ total=2,meth=83dp,tol=1e-9\n", tmp_path)

    assert value(session, "u") == pytest.approx(math.cos(2), rel=1e-6)


@pytest.mark.parametrize(
    ("integral", "answer"),
    [
        ("int[.5]{1#1}", 2 * math.sqrt(2)),
        ("int[.25]{t#1}", 2**1.75 / 1.75),
        ("int[.5]{exp(-t)#1}", math.sqrt(math.pi) * math.erf(math.sqrt(2))),
        ("int{exp(-a*t^2)#1}", math.sqrt(math.pi) / 2 * math.erf(2)),
        ("int[.5]{exp(-a/t)#1}", 0.5906913067),
    ],
)
def test_a_kernel_that_is_approximated_has_the_integral_of_analysis(
    integral: str, answer: float, tmp_path: Path
) -> None:
    session = ran_text(f"par a=1\nx'=1\ny={integral}\n@ total=2\n", tmp_path)

    assert value(session, "y") == pytest.approx(answer, rel=1e-4)


def test_a_singular_volterra_equation_has_its_known_solution(tmp_path: Path) -> None:
    text = "u(t)=exp(-t/2)*sqrt(t)+(4/3)*exp(-t)*sqrt(t^3)-int[.5]{exp(-t)#u^2}\n@ total=5\n"

    assert value(ran_text(text, tmp_path), "u") == pytest.approx(math.exp(-2.5) * math.sqrt(5), rel=1e-4)


@pytest.mark.parametrize("method", ["euler", "rungekutta"])
def test_a_branch_that_is_not_taken_can_be_undefined(method: str, tmp_path: Path) -> None:
    session = ran_text(f"x'=if(x==0)then(1)else(sin(x)/x)\n@ total=2,dt=.01,meth={method}\n", tmp_path)

    assert value(session, "x") == pytest.approx(1.6742, abs=2e-3)


def test_methods_of_fixed_step_compute_comparisons_at_their_steps_only(tmp_path: Path) -> None:
    text = "x'=if(x<.25)then(1)else(-1)\ny'=flr(t/.3)+abs(t-.45)\n@ total=.5,dt=.1,meth=euler\n"
    session = ran_text(text, tmp_path)

    assert value(session, "AT(x, 0.3)") == pytest.approx(0.3, rel=1e-12)
    assert value(session, "x") == pytest.approx(0.3, rel=1e-12)
    assert value(session, "y") == pytest.approx(0.1 * (2 + 0.45 + 0.35 + 0.25 + 0.15 + 0.05), rel=1e-12)


def test_a_table_whose_file_begins_with_i_is_a_staircase(tmp_path: Path) -> None:
    (tmp_path / "steps.tab").write_text("i3\n0\n2\n5\n7\n9\n")
    session = ran_text("table f steps.tab\nx'=f(t)\n@ total=2,meth=83dp\n", tmp_path)

    assert value(session, "x") == pytest.approx(12.0, rel=1e-9)


def test_reactions_happen_one_by_one_at_their_rates(tmp_path: Path) -> None:
    """Arrivals at the rate 30, departures at x: after long the mean of x is 30, and time passes by 1/60 on average."""
    text = (
        "r1=30\nr2=x\nspecial z=gill(0,r{1-2})\ntr'=tr+z(0)\nx'=x+z(1)-z(2)\ns'=s+x*z(0)\nn'=n+z(1)+z(2)\ninit x=30\n"
        "@ meth=discrete,total=20000,bound=1e9\n"
    )
    session = ran_text(text, tmp_path)

    assert value(session, "n") == 20000.0
    assert value(session, "tr") == pytest.approx(20000 / 60, rel=0.05)
    assert value(session, "s/tr") == pytest.approx(30.0, rel=0.05)


def test_the_seed_of_a_program_chooses_its_random_numbers(tmp_path: Path) -> None:
    text = "x'=ran(1)\n@ total=1,meth=euler"
    first, again, other = (value(ran_text(f"{text},seed={n}\n", tmp_path), "x") for n in (5, 5, 6))

    assert first == again != other


def test_the_macro_of_a_program_with_boundary_conditions_finds_the_initial_values(tmp_path: Path) -> None:
    text = "u'=v\nv'=-u\ninit u=.1,v=.5\nbdry u\nbdry u'-1\n@ total=1,dt=.01\n"
    session = ran_text(text, tmp_path)
    follow(session, "PROGRAM")

    assert value(session, "FIRST(u)") == pytest.approx(0.0, abs=1e-4)
    assert value(session, "FIRST(v)") == pytest.approx(1 / math.sin(1), rel=1e-4)
    assert value(session, "u") == pytest.approx(1.0, abs=1e-4)


def test_a_kernel_with_a_maximum_is_integrated(tmp_path: Path) -> None:
    """The integral of exp(-(s-2)^2) from 0 to t is sqrt(pi)/2 (erf(t-2) + erf(2)); nothing of it comes back later."""
    session = ran_text("x'=0\ny'=0\naux m=int{exp(-(t-2)^2)#x}\ninit x=1\n@ total=20,dt=.05\n", tmp_path)
    run = list(session.workspace.runs.values())[-1]
    expected = [0.5 * math.sqrt(math.pi) * (math.erf(t - 2.0) + math.erf(2.0)) for t in run.t]

    assert run["m"] == pytest.approx(expected, abs=1e-5)


def test_an_auxiliary_that_stays_at_the_bound_does_not_cut_steps(tmp_path: Path) -> None:
    """A pulse of 100 under the bound 100: the run takes the same steps as without the auxiliary."""
    pulse = "x'=u-5*x\nu=100*(heav(t-1)-heav(t-2))\n@ total=3\n"
    plain, shown = (ran_text(text, tmp_path) for text in (pulse, f"aux v=u\n{pulse}"))

    assert [value(shown, "x"), value(shown, "MAX(x)")] == [value(plain, "x"), value(plain, "MAX(x)")]
