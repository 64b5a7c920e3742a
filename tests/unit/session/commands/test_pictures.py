"""SHOW, ASHOW, AXES, SPLIT, AREA, TEXT, MARK, HCOPY, PLOT: what is on the page."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simnon.figures import Area, Direction, Shape
from simnon.session import Session
from simnon.session.outcome import PageDrawn, Wrote
from tests.unit.session.sessions import executed, failure, give, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST OSC", "SIMU 0 10 /a", "PAR W:2", "SIMU")


def areas(session: Session) -> tuple[Area, ...]:
    return session.workspace.page.figure.areas


def test_ashow_draws_axes_that_fit_the_curves(session: Session) -> None:
    (drawn,) = give(session, "ASHOW X V")
    (area,) = areas(session)

    assert isinstance(drawn, PageDrawn)
    assert [curve.label for curve in area.curves] == ["X", "V"]
    assert (area.horizontal.low, area.horizontal.high) == (0.0, 10.0)
    assert area.vertical.low is not None
    assert area.vertical.high is not None
    assert area.vertical.low <= min(curve.y.min() for curve in area.curves)
    assert area.vertical.high >= max(curve.y.max() for curve in area.curves)


def test_what_follows_a_bar_has_axes_of_its_own(session: Session) -> None:
    (drawn,) = give(session, "ASHOW X V | V (X)")

    assert isinstance(drawn, PageDrawn)
    assert [[curve.label for curve in area.curves] for area in areas(session)] == [["X", "V"], ["V"]]
    assert [area.horizontal.label for area in areas(session)] == ["t", "X"]
    assert failure(session, "ASHOW X |").code == "bad-command"


def test_show_adds_to_the_current_axes(session: Session) -> None:
    executed(session, "AXES H 0 5 V -1 1", "SHOW X", "SHOW X/a")
    (area,) = areas(session)

    assert [curve.label for curve in area.curves] == ["X", "X/a"]
    assert (area.horizontal.high, area.vertical.high) == (5.0, 1.0)
    assert not np.array_equal(area.curves[0].y[-1], area.curves[1].y[-1])


def test_curves_of_one_variable_are_labelled_with_what_changed(session: Session) -> None:
    executed(session, "ASHOW X", "PAR W:3", "SIMU", "SHOW X", "PAR W:2", "SIMU", "SHOW X")

    assert [curve.label for curve in areas(session)[0].curves] == ["X", "X W:3", "X"]


def test_a_variable_in_parentheses_is_the_horizontal_one(session: Session) -> None:
    executed(session, "ASHOW V (X)")
    (area,) = areas(session)

    assert area.horizontal.label == "X"
    assert np.array_equal(area.curves[0].x, session.workspace.run_named("")["X"])


def test_a_parameter_is_a_straight_line(session: Session) -> None:
    executed(session, "ASHOW W")

    assert set(areas(session)[0].curves[0].y.tolist()) == {2.0}


def test_areas_are_filled_one_after_the_other(session: Session) -> None:
    executed(session, "SPLIT 2 1", "ASHOW X", "ASHOW V")
    assert [[curve.label for curve in area.curves] for area in areas(session)] == [["X"], ["V"]]

    executed(session, "AREA 1 1", "SHOW V")
    assert [[curve.label for curve in area.curves] for area in areas(session)] == [["X", "V"], ["V"]]
    executed(session, "AREA 1 1", "ASHOW E")
    assert [[curve.label for curve in area.curves] for area in areas(session)] == [["E"], ["V"]]


def test_a_full_page_is_followed_by_an_empty_one(session: Session) -> None:
    executed(session, "SPLIT 1 2", "ASHOW X", "ASHOW V", "ASHOW E")

    assert [area.has_axes for area in areas(session)] == [True, False]


def test_text_is_at_its_position(session: Session) -> None:
    executed(session, "ASHOW X", "TEXT 'a swing'", "MARK A 2.5 0", 'MARK "here', 'MARK V "up', "MARK 1 2*W 'there'")
    (area,) = areas(session)

    assert area.title == "a swing"
    assert [(w.text, w.x, w.y, w.direction) for w in area.words] == [
        ("here", 2.5, 0.0, Direction.HORIZONTAL),
        ("up", 2.5, 0.0, Direction.VERTICAL),
        ("there", 1.0, 4.0, Direction.HORIZONTAL),
    ]


def test_a_marked_run_has_letters_on_its_curves(session: Session) -> None:
    executed(session, "SIMU 0 10 -MARK", "ASHOW X")

    assert areas(session)[0].curves[0].is_marked


@pytest.mark.parametrize("name", ["fig.svg", "fig.pdf", "fig.png", "fig"])
def test_the_page_is_written_to_a_file(session: Session, tmp_path: Path, name: str) -> None:
    (wrote,) = give(executed(session, "ASHOW X"), f"HCOPY {name}")

    assert isinstance(wrote, Wrote)
    assert wrote.path == tmp_path / (name if "." in name else "fig.svg")
    assert wrote.path.stat().st_size > 500


def test_a_number_does_not_replace_the_name_of_a_file(session: Session, tmp_path: Path) -> None:
    executed(session, "ASHOW X", "LET fig = 0", "LET name = 'text'")

    outcomes = [outcome for name in ("fig.svg", "name.svg", "fig") for outcome in give(session, f"HCOPY {name}")]

    assert outcomes == [Wrote(tmp_path / name) for name in ("fig.svg", "text.svg", "0.svg")]


@pytest.mark.parametrize(
    "line",
    [
        "ASHOW",
        "ASHOW NIX",
        "ASHOW X/nix",
        "ASHOW X (V",
        "ASHOW X (V) E",
        "AXES H 0",
        "AXES X 0 1",
        "SPLIT 0 1",
        "SPLIT 99 99",
        "AREA 2 2",
        "MARK",
        "MARK 1 2",
        "MARK A 1 'there'",
        "MARK 1 2 3 'there'",
        "TEXT plain",
        "HCOPY fig.gif",
        "HCOPY",
    ],
)
def test_impossible_pictures_are_refused(session: Session, line: str) -> None:
    executed(session, "SPLIT 1 1")

    assert failure(session, line).message


def test_plot_draws_on_the_current_axes(session: Session) -> None:
    executed(session, "AXES H 0 20 V -2 2", "PLOT X V", "SIMU 0 10", "SIMU")
    (area,) = areas(session)

    assert [curve.label for curve in area.curves] == ["X", "V", "X", "V"]
    executed(session, "PLOT -OFF", "SIMU")
    assert len(areas(session)[0].curves) == 4


def test_axes_use_the_horizontal_variable_of_plot(session: Session) -> None:
    executed(session, "PLOT V (X)", "AXES V -2 2", "SIMU 0 10")
    (area,) = areas(session)

    assert (area.horizontal.label, area.horizontal.low) == ("X", None)


def test_a_curve_can_be_an_expression(session: Session) -> None:
    executed(session, "ASHOW X+2*V ABS(X) (X*V)")
    (area,) = areas(session)
    run = session.workspace.run_named("")

    assert [curve.label for curve in area.curves] == ["X+2*V", "ABS(X)"]
    assert area.horizontal.label == "X*V"
    assert np.array_equal(area.curves[0].y, run["X"] + 2 * run["V"])
    assert np.array_equal(area.curves[1].y, np.abs(run["X"]))
    assert np.array_equal(area.curves[0].x, run["X"] * run["V"])


def test_a_quotient_is_one_unless_a_run_has_that_name(session: Session) -> None:
    executed(session, "ASHOW X/V", "SHOW X/a")
    (area,) = areas(session)
    run = session.workspace.run_named("")

    assert [curve.label for curve in area.curves] == ["X/V", "X/a"]
    with np.errstate(all="ignore"):
        assert np.array_equal(area.curves[0].y, run["X"] / run["V"], equal_nan=True)


def test_a_curve_can_have_an_axis_on_the_right(session: Session) -> None:
    executed(session, "ASHOW X", "SHOW 1000*V -RIGHT", "SHOW 500*V -RIGHT")
    (area,) = areas(session)

    assert [curve.is_right for curve in area.curves] == [False, True, True]
    assert area.right.high is not None
    assert area.right.high > 100 > (area.vertical.high or 0)


def test_later_curves_change_no_axis(session: Session) -> None:
    executed(session, "ASHOW X", "SHOW 10*V -RIGHT")
    (before,) = areas(session)

    executed(session, "SHOW 1000*V -RIGHT", "SHOW 1000*X")
    (area,) = areas(session)

    assert (area.horizontal, area.vertical, area.right) == (before.horizontal, before.vertical, before.right)


def test_axes_have_labels_decades_equal_units_and_no_grid(session: Session) -> None:
    executed(session, "AXES H 1 100 'frequency [Hz]' V 'gain' -HLOG -VLOG -NOGRID -EQUAL")
    (area,) = areas(session)

    assert (area.horizontal.label, area.horizontal.unit, area.vertical.label) == ("frequency", "Hz", "gain")
    assert (area.horizontal.low, area.horizontal.high) == (1.0, 100.0)
    assert area.horizontal.is_logarithmic
    assert area.vertical.is_logarithmic
    assert area.is_equal
    assert not area.has_grid


@pytest.mark.parametrize("command", ["AXES H 0 10 -HLOG", "AXES H", "AXES H 1", "AXES Q 1 2", "AXES H 0 1 H 0 2"])
def test_axes_that_cannot_be_are_refused(session: Session, command: str) -> None:
    assert failure(session, command).code == "bad-command"


@pytest.mark.parametrize(
    ("command", "found"), [("HCOPY a.svg -DARK", b"#15191A"), ("HCOPY a.svg -SIZE 300 200", b'width="300"')]
)
def test_a_copy_has_the_size_and_ground_that_are_given(session: Session, command: str, found: bytes) -> None:
    executed(session, "ASHOW X", command)

    assert found in (session.workspace.folder / "a.svg").read_bytes()


def test_a_copy_without_a_height_is_refused(session: Session) -> None:
    assert "a width and a height" in failure(executed(session, "ASHOW X"), "HCOPY a.svg -SIZE 300").message


def test_a_text_after_a_variable_is_the_name_of_its_curve(session: Session) -> None:
    executed(session, "ASHOW X 'position' V X-V 'the difference [m]'", "SHOW X/a 'before'")

    assert [curve.label for curve in areas(session)[0].curves] == ["position", "V", "the difference [m]", "before"]


def test_plot_takes_texts_too_and_forgets_them(session: Session) -> None:
    executed(session, "PLOT X 'position' V", "SIMU 0 1")
    assert [curve.label for curve in areas(session)[0].curves] == ["position", "V"]

    executed(session, "PLOT X", "AXES", "SIMU 0 1")
    assert [curve.label for curve in areas(session)[0].curves] == ["X"]


@pytest.mark.parametrize("line", ["ASHOW 'position' X", "ASHOW X 'a' 'b'", "SHOW X ''", "PLOT 'x'", "PLOT X/a"])
def test_a_text_without_its_variable_is_refused(session: Session, line: str) -> None:
    assert failure(session, line).code in ("bad-command", "unknown-variable")


def test_plot_draws_the_next_run_and_so_names_no_earlier_one(session: Session) -> None:
    assert "'X/a'" in failure(session, "PLOT X/a").message


def test_measurements_are_points_unless_there_are_many(session: Session, tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text("t,X\n0,1\n1,0.5\n2,-0.4\n")
    (tmp_path / "many.csv").write_text("t,X\n" + "".join(f"{i},{i % 7}\n" for i in range(201)))
    executed(session, "IMPORT few", "IMPORT many", "ASHOW X X/few X/many", "SHOW X/few -LINES", "SHOW X -POINTS")

    shapes = [curve.shape for curve in areas(session)[0].curves]
    assert shapes == [Shape.LINES, Shape.POINTS, Shape.LINES, Shape.LINES, Shape.POINTS]
    assert failure(session, "SHOW X -POINTS -LINES").code == "bad-command"


def test_axes_have_the_ends_that_a_program_gives(tmp_path: Path) -> None:
    (tmp_path / "wave.ode").write_text("x'=y\ny'=-x\ninit x=1\n@ total=10,xlo=2,xhi=8,ylo=-3,yhi=3\ndone\n")
    session = Session(tmp_path)

    def ends_after(*lines: str) -> list[float | None]:
        for line in lines:
            list(session.execute(line))
        area = session.workspace.page.figure.areas[-1]
        return [area.horizontal.low, area.horizontal.high, area.vertical.low, area.vertical.high]

    assert ends_after("SYST wave", "SIMU", "ASHOW") == [2.0, 8.0, -3.0, 3.0]
    assert ends_after("AXES") == [2.0, 8.0, -3.0, 3.0]
    assert ends_after("AXES H 0 1") == [0.0, 1.0, -3.0, 3.0]
    assert ends_after("SIMU 0 20", "ASHOW x")[1] == 20.0
    assert ends_after("ASHOW y") != ends_after("ASHOW x")


def test_axes_that_keep_look_at_a_part_of_the_curves(session: Session) -> None:
    executed(session, "SPLIT 2 1", "ASHOW X V", "ASHOW V", "AREA 1 1", "AXES H 2 4 V -0.5 0.5 -KEEP")
    first, second = areas(session)

    assert [curve.label for curve in first.curves] == ["X", "V"]
    assert [(axis.low, axis.high) for axis in (first.horizontal, first.vertical)] == [(2.0, 4.0), (-0.5, 0.5)]
    assert [curve.label for curve in second.curves] == ["V"]
    executed(session, "ASHOW V")
    assert [curve.label for curve in areas(session)[0].curves] == ["V"]


def test_axes_that_keep_alone_fit_the_curves_again(session: Session) -> None:
    executed(session, "ASHOW X V")
    (before,) = areas(session)
    executed(session, "AXES H 2 4 -KEEP", "AXES V 0 1 'both [m]' -KEEP")
    (zoomed,) = areas(session)
    executed(session, "AXES -KEEP")
    (after,) = areas(session)

    assert (zoomed.horizontal.low, zoomed.vertical.high, zoomed.vertical.unit) == (2.0, 1.0, "m")
    assert (after.horizontal, after.vertical.low, after.vertical.high) == (
        before.horizontal,
        before.vertical.low,
        before.vertical.high,
    )


def test_axes_that_keep_can_become_logarithmic_and_linear_again(session: Session) -> None:
    executed(session, "ASHOW X V", "AXES -VLOG -KEEP")
    (logarithmic,) = areas(session)
    executed(session, "AXES -VLIN -KEEP")
    (linear,) = areas(session)

    assert (logarithmic.vertical.is_logarithmic, logarithmic.vertical.low) == (True, None)
    assert linear.vertical.is_logarithmic is False
    assert linear.vertical.low is not None
    assert linear.vertical.low < 0.0


def test_axes_that_keep_stay_when_a_run_redraws_the_page(session: Session) -> None:
    executed(session, "ASHOW X", "AXES H 2 4 -KEEP", "SWITCH LIVE ON", "PAR W:3", "SIMU")
    (area,) = areas(session)

    assert (area.horizontal.low, area.horizontal.high) == (2.0, 4.0)


@pytest.mark.parametrize("command", ["AXES -KEEP", "AXES H 1 2 -HLOG -HLIN"])
def test_axes_cannot_keep_what_is_not_there(session: Session, command: str) -> None:
    assert failure(session, command).code in ("no-axes", "bad-command")


def test_a_phase_plane_shows_the_time_as_colour(session: Session) -> None:
    executed(session, "ASHOW V (X) -COLOUR")
    (area,) = areas(session)
    shades = [curve.shade for curve in area.curves]

    assert area.key is not None
    assert (area.key.label, area.key.low, area.key.high) == ("t", 0.0, 10.0)
    assert (area.horizontal.label, area.vertical.label) == ("X", "V")
    assert len(area.curves) == 64
    assert shades == sorted(shades, key=lambda shade: shade or 0.0)
    assert 0.0 < (shades[0] or 0.0) < 0.02
    assert {curve.label for curve in area.curves} == {""}


def test_the_pieces_of_a_coloured_curve_are_the_whole_curve(session: Session) -> None:
    executed(session, "ASHOW V (X)")
    (whole,) = areas(session)[0].curves
    executed(session, "ASHOW V (X) -COLOR")
    pieces = areas(session)[0].curves
    joined = [np.concatenate([piece.x[:-1] for piece in pieces[:-1]] + [pieces[-1].x])]

    assert np.array_equal(joined[0], whole.x)
    for before, after in pairwise(pieces):
        assert (before.x[-1], before.y[-1]) == (after.x[0], after.y[0])


def test_runs_of_different_lengths_share_the_colours_of_their_times(session: Session) -> None:
    executed(session, "SIMU 0 20", "ASHOW V/a V (X) -COLOUR")
    (area,) = areas(session)

    assert area.key is not None
    assert area.key.high == 20.0
    assert max(curve.shade or 0.0 for curve in area.curves[:32]) < 0.5


def test_the_time_as_colour_needs_a_phase_plane(session: Session) -> None:
    assert "horizontal variable" in failure(session, "ASHOW V -COLOUR").message
