"""`simnon help`: for the command line and for commands of the session."""

import pytest

from simnon.frontends import main


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["help"], "usage: simnon "), (["help", "SIMU"], "SIMU [start stop [spacing]]"), (["help", "HELP"], "SYST ")],
)
def test_help_explains_a_command(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert expected in capsys.readouterr().out


def test_help_for_a_word_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["help", "run"])

    assert raised.value.code == 0
    assert "usage: simnon run" in capsys.readouterr().out


def test_help_for_an_unknown_word_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "SIMUU"]) == 1
    assert "did you mean SIMU?" in capsys.readouterr().err
