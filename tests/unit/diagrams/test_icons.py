"""Icons: every type of the libraries has one, inside its square, and mistakes of users are named."""

from pathlib import Path

import pytest

from simnon.diagrams import icon_of, read_icon, read_icons
from simnon.source import UserError

LIBRARY = Path(__file__).parents[3] / "src/simnon/library"
TYPES = [
    f"{path.parent.name}.{path.stem}"
    for path in sorted(LIBRARY.rglob("*.t"))
    if not path.read_text().startswith("TERMINAL")
]


@pytest.mark.parametrize("type_", TYPES)
def test_every_type_of_the_libraries_has_an_icon_inside_its_square(type_: str) -> None:
    icon = icon_of(type_)

    assert icon is not None
    assert all(0 <= x <= 48 and 0 <= y <= 48 for line in icon for x, y in line)


def test_icons_differ() -> None:
    icons = [icon_of(type_) for type_ in TYPES]
    assert len(set(icons)) > 0.9 * len(icons)


def test_a_path_is_lines_through_points() -> None:
    assert read_icon("M4 24 H12 V30 L20 8 Z") == (((4, 24), (12, 24), (12, 30), (20, 8), (4, 24)),)
    assert read_icon("M0 0 L1 1 2 2") == (((0, 0), (1, 1), (2, 2)),)
    assert len(read_icon("O24 24 6 M0 0 Q10 0 10 10")) == 2


def test_users_draw_the_icons_of_their_own_types(tmp_path: Path) -> None:
    text = tmp_path / "plant.t"
    (tmp_path / "plant.icons").write_text('" my own\nboiler M8 8 H40 V40 H8 Z\n')
    (tmp_path / "electrical.icons").write_text("resistor M0 0 H48\n")

    assert icon_of("boiler", [text]) == (((8, 8), (40, 8), (40, 40), (8, 40), (8, 8)),)
    assert icon_of("electrical.resistor", [text]) == (((0, 0), (48, 0)),)
    assert icon_of("nothing", [text]) is None


def test_a_type_of_a_folder_that_is_opened_by_its_path_has_its_icon(tmp_path: Path) -> None:
    (tmp_path / "pumps").mkdir()
    (tmp_path / "pumps.icons").write_text("rotor M0 0 H48\n")

    assert icon_of("rotor", [tmp_path / "pumps" / "rotor.t"]) == (((0, 0), (48, 0)),)
    assert icon_of("tray", [LIBRARY / "process" / "column.t"]) == icon_of("process.tray")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("M4", "M needs 2 numbers"),
        ("L4 4", "a path begins with M or O"),
        ("4 4", "a path begins with a letter"),
        ("M4 4 X", "'X' is not a letter or number of a path"),
        ("M1 1 H L2 2", "H needs 1 numbers"),
        ("M1 1 H900 V4", "the point 900 1 is outside the square from 0 0 to 48 48"),
        ("O24 24 25", "the point 49 24 is outside the square from 0 0 to 48 48"),
    ],
)
def test_a_wrong_path_names_its_file_line_and_mistake(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "plant.icons"
    file.write_text(f"good M0 0 H4\nbad {text}\n")

    with pytest.raises(UserError, match=f"plant.icons line 2: {reason}"):
        read_icons(file)
