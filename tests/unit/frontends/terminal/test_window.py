"""The answer of a terminal, and the abilities inferred from it."""

import pytest

from simnon.frontends.pictures import Graphics
from simnon.frontends.terminal.window import TerminalAbilities, by_name, find_terminal, read_answer


@pytest.mark.parametrize(
    ("answer", "terminal"),
    [
        ("", TerminalAbilities(Graphics.BRAILLE)),
        ("\x1b[?62;22c", TerminalAbilities(Graphics.BRAILLE)),
        ("\x1b[?62;4;22c", TerminalAbilities(Graphics.SIXEL)),
        ("\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62c", TerminalAbilities(Graphics.KITTY, 10.0, 20.0)),
        ("\x1b_Gi=31;ENOTSUP\x1b\\\x1b[?64;4c", TerminalAbilities(Graphics.SIXEL)),
        ("SYST A\r\x1b[?62;4cSI\x1b[A", TerminalAbilities(Graphics.SIXEL, typed="SYST A\nSI")),
    ],
)
def test_the_answer_determines_the_graphics(answer: str, terminal: TerminalAbilities) -> None:
    assert read_answer(answer, Graphics.BRAILLE) == terminal


def test_the_users_setting_takes_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_terminal({"SIMNON_GRAPHICS": "ascii"}).graphics is Graphics.ASCII
    assert find_terminal({"SIMNON_GRAPHICS": "NONE"}).graphics is Graphics.NONE


class Stream:
    def __init__(self, encoding: str) -> None:
        self.encoding = encoding


@pytest.mark.parametrize(
    ("encoding", "environment", "graphics"),
    [
        ("utf-8", {"TERM": "xterm-kitty"}, Graphics.KITTY),
        ("utf-8", {"TERM": "tmux", "KITTY_WINDOW_ID": "1", "TMUX": "x"}, Graphics.BRAILLE),
        ("utf-8", {}, Graphics.BRAILLE),
        ("latin-1", {"TERM": "xterm-kitty"}, Graphics.ASCII),
    ],
)
def test_a_terminal_that_does_not_answer_is_identified_by_its_name(
    encoding: str, environment: dict[str, str], graphics: Graphics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", Stream(encoding))

    assert by_name(environment) is graphics
