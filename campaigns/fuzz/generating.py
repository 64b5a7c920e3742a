"""Random numbers -> cases: texts of every language, commands and macros, data files, calls from Python."""

import random
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import simnon
from simnon.kernels import METHODS
from simnon.session import COMMANDS, CONTROL_USAGE
from tests.language.markdown_cases import EXTENSION_OF_KIND, fences_in
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import RandomChoices
from tests.unit.languages.mutated_texts import ROOT, garbage, good_texts, mutated
from tests.unit.languages.test_fuzz_dialects import KINDS, shuffled, texts_in

from .case import Case

_NUMBER = re.compile(r"(?<![\w.])\d+\.?\d*(?:[Ee][-+]?\d+)?")
STOPS = ("0.1", "1", "1", "10", "1E-9", "1E6")
NUMBERS = ("0", "1", "-1", "0.5", "2", "1E-320", "1E308", "-1E300", "1E400", "nan", "inf", "3", "100", "007", "1E-12")
ODD_WORDS = (
    *NUMBERS, "", "'", '"', "''", "'a b'", "/", "/x", "-", "-CONT", "-MARK", "-EDIT", "..", "../x", "~", "*", "(",
    ")", "=", ":", ",", ";", "$", "\0", "\t", "é", "x" * 300, "x", "X", "H", "TO", "STEP", "EVERY", "vdpol", "tank",
    "nowhere", "a.b[c]",
)  # fmt: skip
SYSTEMS = (
    "vdpol",
    "tank regulator level",
    "ball",
    "lorenz",
    "counter",
    "multirate",
    "relay",
    "noise",
    "valve",
    "delayed",
)


def any_model(generator: random.Random) -> Case:
    kind = generator.choice((*EXTENSION_OF_KIND, "simnon", "simnon", "simnon"))
    method = generator.choice(
        ("auto", "auto", "auto", *(name for name, m in METHODS.items() if not m.has_library_steps))
    )
    settings = {"extension": EXTENSION_OF_KIND[kind], "stop": generator.choice(STOPS), "method": method}
    return Case("model", tuple(_text(kind, generator).split("\n")), settings)


def _text(kind: str, generator: random.Random) -> str:
    drawn = generator.randrange(10)
    if drawn > 6:
        return _other_numbers(generator.choice(_texts(kind)), generator)
    if kind != "simnon":
        texts = _texts(kind)
        return shuffled(list(texts), generator) if drawn < 3 else mutated(generator.choice(texts), generator)
    if drawn == 0:
        return garbage(generator)
    if drawn < 4:
        text = ModelWriter(RandomChoices(generator)).write()
        return text if drawn == 1 else mutated(text, generator)
    return mutated(generator.choice(_texts(kind)), generator)


def _other_numbers(text: str, generator: random.Random) -> str:
    """Most such texts are still valid, and are run."""
    places = [match.span() for match in _NUMBER.finditer(text)]
    for start, end in sorted(generator.sample(places, min(len(places), generator.choice((0, 1, 2, 4)))), reverse=True):
        text = text[:start] + generator.choice(NUMBERS) + text[end:]
    return text


@cache
def _texts(kind: str) -> tuple[str, ...]:
    if kind in KINDS:
        return tuple(texts_in(kind))
    pages = sorted((ROOT / "tests" / "language" / "simnon").glob("*.md"))
    examples = [fence.text for page in pages for fence in fences_in(page.read_text("utf-8")) if fence.kind == "simnon"]
    return (*good_texts(), *examples)


def any_session(generator: random.Random) -> Case:
    dialect = generator.choice(("", "", "", "", "", "simnon72", "acsl", "sial"))
    lines = [f"SYST {generator.choice(SYSTEMS)}"] if not dialect and generator.randrange(5) else []
    pool = _lines(dialect)
    for _ in range(generator.randrange(1, 20)):
        line = generator.choice(pool)
        lines.append(_mutated_line(line, generator) if generator.randrange(2) else line)
    if not dialect and not generator.randrange(4):
        at = generator.randrange(len(lines) + 1)
        lines[at:at] = ["MACRO odd a b=1", *(generator.choice(pool) for _ in range(4)), "END", "odd 1"]
    who = generator.choice(("person", "script"))
    return Case("session", tuple(map(_harmless, lines)), {"who": who, "dialect": dialect})


def _harmless(line: str) -> str:
    """One line, which opens no folder except one of the campaign's own."""
    return "ALLOW ../study" if line.lstrip().upper().startswith("ALLOW") else line.replace("\n", " ")


def _mutated_line(line: str, generator: random.Random) -> str:
    words = line.split(" ")
    for _ in range(generator.choice((1, 1, 2, 3))):
        at = generator.randrange(len(words) + 1)
        match generator.randrange(3):
            case 0:
                words[at:at] = [generator.choice(ODD_WORDS)]
            case 1:
                words[at : at + 1] = [generator.choice(ODD_WORDS)]
            case _:
                words[at : at + 1] = []
    return " ".join(words)


@cache
def _lines(dialect: str) -> tuple[str, ...]:
    """Lines of sessions: of the manual, the examples, the help, and the historical programs."""
    if dialect:
        page = ROOT / "docs" / "language" / "dialects" / f"{dialect}.md"
        old = [path.read_text("utf-8") for path in (ROOT / "tests" / "corpus" / dialect).glob("*") if path.is_file()]
        return tuple(line for text in (page.read_text("utf-8"), *old) for line in text.split("\n"))
    typed = [
        line.partition("> ")[2]
        for page in sorted((ROOT / "docs" / "manual").glob("*.md"))
        for fence in fences_in(page.read_text("utf-8"))
        if fence.kind == "simnon-session"
        for line in fence.text.split("\n")
        if "> " in line
    ]
    study = (ROOT / "examples" / "tank-study" / "study.txt").read_text("utf-8").split("\n")
    helped = [example for command in COMMANDS.values() for example in command.examples]
    bare = [*COMMANDS, *CONTROL_USAGE.values(), "RESUME"]
    return tuple(line for line in (*typed, *study, *helped, *bare) if line.strip())


def any_data(generator: random.Random) -> Case:
    name = generator.choice(list(_files()))
    content = bytearray(_files()[name])
    for _ in range(generator.choice((1, 1, 2, 5, 20))):
        at = generator.randrange(len(content) + 1)
        match generator.randrange(5):
            case 0:
                content[at : at + 1] = bytes([generator.randrange(256)])
            case 1:
                content[at : at + generator.randrange(1, 40)] = b""
            case 2:
                content[at:at] = generator.choice((b"nan", b",", b"\n", b"1e999", b"\0", b"\xff", b'"', b"t", b"-"))
            case 3:
                other = generator.randrange(len(content) + 1)
                content[at:at] = content[other : other + 30]
            case _:
                del content[at:]
        if not content:
            break
    digits = content.hex()
    return Case("data", tuple(digits[i : i + 64] for i in range(0, len(digits), 64)), {"name": name})


@cache
def _files() -> dict[str, bytes]:
    """A small file of each type that can be read, by its name."""
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nk: 2\nx: 1\nEND\n")
    run, members = model.simulate(0, 1, spacing=0.25), model.sweep({"k": [1.0, 2.0]}, 0, 1)
    found: dict[str, bytes] = {"case.par": b"PAR k: 2\nINIT x: 0.5\n"}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("run.csv", "run.dat", "run.parquet", "run.nc"):
            run.write(Path(folder, name))
        for name in ("members.nc", "members.parquet"):
            members.write(Path(folder, name))
        return found | {path.name: path.read_bytes() for path in Path(folder).iterdir()}


VALUES = (
    "None", "True", "0", "1", "-1", "2**70", "5.5", "float('nan')", "float('inf')", "-1e308", "1e308", "1e-320",
    "'5'", "''", "'x'", "'nowhere'", "b'x'", "[]", "{}", "()", "[1, 2]", "['x']", "{'k': 2}", "{'k': 2, 'K': 3}",
    "{'x': None}", "{1: 1}", "{'dx': 1}", "object()", "1j", "np.float64(2)", "np.array([1.0, 2.0])",
    "np.array('x')", "iter([1])", "len", "int", "folder", "'no\\0name'", "'k'", "'auto'", "'dopri5'", "'1 km'",
    "10**400", "simnon", "run", "model", "{'k': [1.0, 2.0]}", "range(3)",
)  # fmt: skip
RUN_OPTIONS = (
    "parameters", "initial", "store", "method", "rtol", "atol", "spacing", "seed", "step", "points", "largest_step",
    "verify",
)  # fmt: skip
CALLS: dict[str, tuple[str, ...]] = {
    "model.simulate({}, {}{})": RUN_OPTIONS,
    "model.sweep({}, 0, {}{})": (
        "zipped",
        "keep",
        "method",
        "rtol",
        "spacing",
        "seed",
        "parameters",
        "initial",
        "engine",
    ),
    "model.sample({}, 0, 1, count={}{})": ("design", "keep", "seed", "method", "parameters"),
    "model.resume({}, {}{})": ("parameters",),
    "simnon.load({}, {}{})": ("math", "units", "choices", "trust"),
    "simnon.load(text, math={}, units={}{})": ("choices", "trust"),
    "simnon.read_trajectory({}) or {}{}": (),
    "simnon.read_ensemble({}) or {}{}": (),
    "run[{}], {}{}": (),
    "run.write({}) or {}{}": (),
}


def any_call(generator: random.Random) -> Case:
    template, options = generator.choice(list(CALLS.items()))

    def value() -> str:
        return generator.choice(("0", "1", "2.0")) if not generator.randrange(3) else generator.choice(VALUES)

    count = min(len(options), generator.choice((0, 1, 1, 2)))
    given = "".join(f", {name}={generator.choice(VALUES)}" for name in generator.sample(options, count))
    return Case("call", (template.format(value(), value(), given),))


GENERATORS: dict[str, Callable[[random.Random], Case]] = {
    "model": any_model,
    "session": any_session,
    "data": any_data,
    "call": any_call,
}
