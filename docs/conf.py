"""The manual: Markdown -> HTML, with Simnon's own language coloured."""

import re
import runpy
import sys
import tempfile
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.transcripts.transcript import KIND, replay, with_figures  # noqa: E402

project = "Simnon"
author = "the Simnon developers"
copyright = "the Simnon developers"
release = version = runpy.run_path(str(ROOT / "src" / "simnon" / "version.py"))["__version__"]

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Simnon {release}"

KEYWORDS = [
    "CONTINUOUS",
    "DISCRETE",
    "CONNECTING",
    "SYSTEM",
    "MACRO",
    "INPUT",
    "OUTPUT",
    "STATE",
    "DER",
    "NEW",
    "TIME",
    "TSAMP",
    "EVENT",
    "VARIABLE",
    "INITIAL",
    "DYNAMICS",
    "CONNECT",
    "SORT",
    "IF",
    "THEN",
    "ELSE",
    "AND",
    "OR",
    "NOT",
    "WHEN",
    "STOP",
    "ORDER",
    "VERSION",
    "RANGE",
    "REQUIRE",
    "TERMINAL",
    "ACROSS",
    "THROUGH",
    "FIXED",
    "REVERSED",
    "FOR",
    "TABLE",
    "FUNCTION",
    "FROM",
    "END",
]


class SimnonLexer(RegexLexer):
    """Colours for the model language; a comment runs from a quotation mark to the end of the line."""

    name = "Simnon"
    aliases: ClassVar = ["simnon"]
    flags = re.IGNORECASE | re.MULTILINE
    tokens: ClassVar = {
        "root": [
            (r'"[^\n]*', Comment.Single),
            (r"'[^'\n]*'", String),
            (words(KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", Number),
            (r"[a-z_][a-z0-9_]*", Name),
            (r"[-+*/^<>=]+", Operator),
            (r"\s+", Whitespace),
            (r".", Punctuation),
        ]
    }


class PictureLexer(SimnonLexer):
    """Colours for pictures of models: each line begins with its operation."""

    name = "Simnon picture"
    aliases: ClassVar = ["picture"]
    tokens: ClassVar = {"root": [(r"^[ \t]*[a-z]+\b", Keyword), *SimnonLexer.tokens["root"]]}


class TranscriptLexer(RegexLexer):
    """Sessions and terminal output, as they are."""

    name = "Simnon session"
    aliases: ClassVar = ["session", "simnon-session"]
    tokens: ClassVar = {"root": [(r'"[^\n]*', Comment.Single), (r'[^"\n]+', Name), (r"\n", Whitespace)]}


def add_pictures(_app: Sphinx, name: str, source: list[str]) -> None:
    """After each command of a session that draws, the picture it draws."""
    page = ROOT / "docs" / f"{name}.md"
    if f"```{KIND}" not in source[0]:
        return
    with tempfile.TemporaryDirectory() as folder:
        source[0] = with_figures(source[0], replay(page, Path(folder)))


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_pictures)
    app.add_lexer("simnon", SimnonLexer)
    app.add_lexer("picture", PictureLexer)
    app.add_lexer("session", TranscriptLexer)
    app.add_lexer("simnon-session", TranscriptLexer)
    for language in ("acsl", "csmp", "darep", "desire", "sbml", "sial", "simnon72", "xpp"):
        app.add_lexer(language, TextLexer)
