"""Texts that nobody would write: garbage, and correct models with a few characters, words or lines changed."""

import random
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
_TEXT = (
    "IF THEN ELSE AND OR NOT END WHEN STOP TABLE FUNCTION FROM AS FORTRAN LINEAR HOLD SPLINE EXTRAPOLATED "
    "CONTINUOUS DISCRETE CONNECTING SYSTEM INPUT OUTPUT STATE DER NEW TIME TSAMP EVENT INITIAL DYNAMICS CONNECT SORT "
    "TERMINAL ACROSS THROUGH FIXED REVERSED VARIABLE VERSION RANGE REQUIRE ORDER FOR PURPOSE a.b a[1] a[k].b .. 1..9 "
    "PRE DELAY RECT NORM ABS SIGN MIN MAX MOD INT SIN EXP SQRT LN x dx t u y e 1 0 2.5 1E400 1E-400 .5 ( ) [ ] , : = "
    "+ - * / ^ ** < <= > >= <> ' '' \" 'a.py' [m/s] [1/] \n \t \r é ° ∞ ? # ; \u00a0 \ufeff \0"
)
_WORDS = tuple(_TEXT.split(" "))
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def good_texts() -> list[str]:
    """The examples, the golden models, and those on the page about structured models."""
    paths = sorted((ROOT / "examples").glob("*.t")) + sorted((ROOT / "tests" / "golden" / "models").glob("*.t"))
    texts = [path.read_text("utf-8") for path in paths]
    together = [(ROOT / "examples" / name).read_text("utf-8") for name in ("tank.t", "regulator.t", "level.t")]
    page = (ROOT / "docs" / "language" / "structure.md").read_text("utf-8")
    structured = re.findall(r"^```simnon\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    return [*texts, "\n".join(together), *structured]


def garbage(generator: random.Random) -> str:
    """Words of the language and characters in any order."""
    separators = (" ", " ", " ", "\n", "")
    words = (generator.choice(_WORDS) + generator.choice(separators) for _ in range(generator.randrange(60)))
    return generator.choice(("", "CONTINUOUS SYSTEM s\n", "DISCRETE SYSTEM s\n")) + "".join(words) + "\n"


def mutated(text: str, generator: random.Random) -> str:
    for _ in range(generator.choice((1, 1, 1, 2, 3, 8))):
        text = generator.choice(_MUTATIONS)(text, generator)
    return text + "\n"


def _change_characters(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text) + 1)
    kept = at + generator.choice((0, 1, 1, 2))
    return text[:at] + generator.choice(("", "", *_WORDS)) + text[kept:]


def _change_words(text: str, generator: random.Random) -> str:
    words = _TOKEN.findall(text)
    if not words:
        return text
    i, j = generator.randrange(len(words)), generator.randrange(len(words))
    match generator.randrange(4):
        case 0:
            del words[i]
        case 1:
            words[i] = generator.choice(_WORDS)
        case 2:
            words[i], words[j] = words[j], words[i]
        case _:
            words.insert(i, words[j])
    return "".join(words)


def _change_lines(text: str, generator: random.Random) -> str:
    lines = text.split("\n")
    i, j = generator.randrange(len(lines)), generator.randrange(len(lines))
    match generator.randrange(4):
        case 0:
            del lines[i]
        case 1:
            lines[i], lines[j] = lines[j], lines[i]
        case 2:
            lines.insert(i, lines[j])
        case _:
            lines[i] += lines[j]
    return "\n".join(lines)


_MUTATIONS = (_change_characters, _change_words, _change_words, _change_lines)
