"""HELP on words of the language and types of libraries; every example is read without an error."""

from pathlib import Path

import pytest

from simnon.languages import DIALECTS
from simnon.session.commands.help import LIBRARIES
from simnon.session.commands.help_words import FUNCTIONS, WORDS
from simnon.session.outcome import Printed
from simnon.source import Report, Source
from tests.unit.session.sessions import failure, give, new_session

LIBRARY = Path(__file__).parents[4] / "src" / "simnon" / "library"


def told(folder: Path, line: str) -> str:
    (said,) = give(new_session(folder), line)
    assert isinstance(said, Printed)
    return said.text


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_explained_with_an_example_that_can_be_read(tmp_path: Path, word: str) -> None:
    text, example, report = told(tmp_path, f"HELP {word.lower()}"), WORDS[word].example, Report()
    whole = example if "SYSTEM" in example and example.endswith("END") else f"CONTINUOUS SYSTEM s\n{example}\nEND\n"
    DIALECTS[".t"](Source("s.t", whole), report)

    assert WORDS[word].meaning.split()[0] in text
    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("HELP electrical.resistor", "resistance"),
        ("HELP pid", "control.pid"),
        ("HELP SIMU", "-CONT"),
        ("HELP SIN", "SIN(x) is a function"),
        ("HELP sat", "SAT(x, low, high) is a function"),
    ],
)
def test_types_commands_and_functions_are_explained(tmp_path: Path, line: str, found: str) -> None:
    assert found in told(tmp_path, line)


def test_a_word_that_is_a_command_too_has_both(tmp_path: Path) -> None:
    assert {"ends the run", "STOP"} <= {
        part for part in ("ends the run", "STOP") if part in told(tmp_path, "HELP STOP")
    }


def test_an_unknown_word_has_a_hint(tmp_path: Path) -> None:
    assert failure(new_session(tmp_path), "HELP WHNE").hint == "did you mean WHEN?"


def test_all_libraries_are_searched() -> None:
    assert sorted(LIBRARIES) == sorted(path.name for path in LIBRARY.iterdir() if path.is_dir() and path.name.isalpha())


def test_functions_are_those_that_models_can_call() -> None:
    assert {"SIN", "MAX", "ATAN2"} <= set(FUNCTIONS)
