"""Texts that no one writes on purpose: a clear diagnostic or success, never a traceback, never a long wait."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simnon.compiler import CompiledModel, compile_model
from simnon.frontends import main
from simnon.source import SimnonError, UserError, as_json
from simnon.targets.interpreter import interpret

LONGEST_WAIT = 2.0
SLOWEST_MACHINE = 4.0
"""How much slower than on an idle desktop machine the tests can run."""


@pytest.fixture(autouse=True)
def _no_long_wait(request: pytest.FixtureRequest) -> Iterator[None]:
    start = time.process_time()
    yield
    if request.node.get_closest_marker("slow") is None:
        assert time.process_time() - start < LONGEST_WAIT * SLOWEST_MACHINE


def system(body: str) -> str:
    return f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\n{body}\nEND\n"


def codes_of(*texts: str | Path, trust: bool = False) -> set[str]:
    """The codes of all diagnostics; each must print, as text and as JSON."""
    shown = ""
    try:
        diagnostics = compile_model(*texts, trust=trust).diagnostics
    except SimnonError as error:
        shown, diagnostics = str(error), error.diagnostics
    assert "Traceback" not in shown
    assert all(line.replace("\t", " ").isprintable() for line in shown.split("\n"))
    as_json(diagnostics)
    return {diagnostic.code for diagnostic in diagnostics}


def compiled(text: str) -> CompiledModel:
    """A text that must compile, on both targets, without complaint."""
    model = compile_model(text)
    assert model.diagnostics == ()
    assert model.program is not None
    interpret(model.program)
    return model


def file_with(folder: Path, content: bytes, name: str = "model.t") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_a_missing_file_is_reported() -> None:
    assert codes_of("nowhere.t") == {"file-not-found"}
    assert codes_of("nowhere") == {"file-not-found"}
    assert codes_of("") == {"file-not-found"}
    assert codes_of("no\0where.t") == {"file-not-found"}


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder.t").mkdir()

    assert codes_of(tmp_path) == {"file-not-found"}
    assert codes_of(tmp_path / "folder.t") == {"file-not-found"}


def test_a_file_that_disappears_is_reported(tmp_path: Path) -> None:
    path = file_with(tmp_path, system("dx = 1").encode())
    assert codes_of(path) == set()
    path.unlink()

    assert codes_of(path) == {"file-not-found"}


def test_a_python_file_that_disappears_or_breaks_is_reported(tmp_path: Path) -> None:
    python = file_with(tmp_path, b"def f(x):\n    return x\n", "f.py")
    path = file_with(tmp_path, system("FUNCTION f(a) FROM 'f.py'\ndx = f(x)").encode())
    assert codes_of(path) == set()
    for content in (b"def f(x:\n", b"\xff\xfe", b"", b"f = 3\n", b"x = " + b"(" * 5000, b"def f(x):\n\treturn\0 x\n"):
        python.write_bytes(content)
        assert codes_of(path) == {"foreign-function"}
    python.unlink()

    assert codes_of(path) == {"foreign-function"}


@pytest.mark.parametrize(
    "content",
    [
        b"def output(x:\n",
        b"\xff\xfe",
        b"",
        b"dynamics = 3\n",
        b"class dynamics:\n    pass\n",
        b"async def dynamics(x):\n    return x\n\ndef output(x):\n    return x\n",
        b"def dynamics(x):\n    return x\n\ndef output(x):\n    return ()\n",
        b"def dynamics(x, /, *, k=1):\n    return x\n\ndef output(x):\n    return x\n",
        b"x = " + b"(" * 5000,
    ],
)
def test_a_broken_file_of_a_system_is_reported_once_for_each_mistake(tmp_path: Path, content: bytes) -> None:
    python = file_with(tmp_path, b"def output(x):\n    return x\n\ndef dynamics(x):\n    return x\n", "f.py")
    path = file_with(tmp_path, FOREIGN_SYSTEM.encode())
    assert codes_of(path) == set()

    python.write_bytes(content)

    assert codes_of(path) == {"foreign-function"}


def test_a_python_file_that_fails_when_run_is_reported(tmp_path: Path) -> None:
    file_with(tmp_path, b"def f(x):\n    return TABLE[x]\n\nTABLE = {1 / 0: 2}\n", "f.py")
    path = file_with(tmp_path, system("FUNCTION f(a) FROM 'f.py'\ndx = f(x)").encode())

    assert codes_of(path, trust=True) == {"foreign-function"}


def test_an_invalid_library_is_reported(tmp_path: Path) -> None:
    file_with(tmp_path, b"this is not machine code", "f.so")
    path = file_with(tmp_path, system("FUNCTION f(a) FROM 'f.so'\ndx = f(x)").encode())

    assert codes_of(path, trust=True) == {"foreign-function"}


SPY = """\
from pathlib import Path
Path(__file__).with_name("ran").touch()


def f(a):
    return {1: a}[1]


def dynamics(x):
    return {1: x}[1]


def output(x):
    return {1: x}[1]
"""
FOREIGN_SYSTEM = "CONTINUOUS SYSTEM s FROM 'f.py'\nSTATE x\nDER dx\nOUTPUT y\nx: 1\nEND\n"


@pytest.mark.parametrize("name", ["f.py", "f.so"])
@pytest.mark.parametrize("text", [system("FUNCTION f(a) FROM 'f.py'\ndx = f(x)"), FOREIGN_SYSTEM])
def test_code_runs_only_in_trusted_folders(
    tmp_path: Path, text: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file_with(tmp_path, SPY.encode(), name)
    path = file_with(tmp_path, text.replace("f.py", name).encode())

    assert codes_of(path) == {"untrusted-code"}
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("code-not-run") == 1
    assert main(["check", "--json", str(path)]) == 0
    assert '"code-not-run"' in capsys.readouterr().out
    for stage in ("order", "lower", "llvm"):
        assert main(["show", "--after", stage, str(path)]) == 0
    assert main(["convert", str(path)]) == 0
    assert not (tmp_path / "ran").exists()


def test_a_text_names_no_files_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    outer = file_with(tmp_path, b"def f(x):\n    return x\n", "f.py")
    (tmp_path / "here" / "link.py").symlink_to(outer)
    for name in ("../f.py", str(outer), "link.py", "/etc/hostname", "../nowhere.py"):
        path = file_with(tmp_path / "here", system(f"FUNCTION f(a) FROM '{name}'\ndx = f(x)").encode())
        assert codes_of(path) == {"outside-folder"}
        table = file_with(tmp_path / "here", f"table f {name}\nx'=f(x)\n".encode(), "model.ode")
        assert codes_of(table) == {"outside-folder"}
    path = file_with(tmp_path / "here", system("FUNCTION f(a) FROM '../f.py'\ndx = f(x)").encode())
    assert codes_of(path, trust=True) == set()
    assert compile_model(path, open_folders=[tmp_path]).name == "s"


def test_an_unknown_extension_is_reported(tmp_path: Path) -> None:
    assert codes_of(file_with(tmp_path, b"CONTINUOUS SYSTEM s\nEND\n", "model.txt")) == {"unknown-dialect"}


def test_an_extension_can_be_omitted_or_in_capitals(tmp_path: Path) -> None:
    file_with(tmp_path, system("dx = 1").encode(), "model.t")
    file_with(tmp_path, system("dx = 1").encode(), "OTHER.T")

    assert codes_of(tmp_path / "model") == set()
    assert codes_of(tmp_path / "OTHER.T") == set()


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"CONTINUOUS SYSTEM s\nSTATE niv\xe5\x00\n",
        b"\x81",
        b"\xef\xbb\xbf\xff",
        "å".encode() + b"\xc3",
    ],
)
def test_bytes_that_are_not_text_are_reported(tmp_path: Path, content: bytes) -> None:
    assert codes_of(file_with(tmp_path, content)) == {"not-utf8"}


def test_the_position_of_a_wrong_byte_is_reported(tmp_path: Path) -> None:
    path = file_with(tmp_path, "\ufeffSTATE å\r\nSTATE ".encode() + b"\xe5\r\nEND\r\n")

    with pytest.raises(SimnonError) as caught:
        compile_model(path)

    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 7)


def test_binary_data_is_reported(tmp_path: Path) -> None:
    rubbish = bytes((17 * i + i * i // 7) % 128 for i in range(50_000))

    assert codes_of(file_with(tmp_path, rubbish))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(tmp_path: Path, end: str) -> None:
    text = system('dx = (x + " comment\n 1)').replace("\n", end)

    assert codes_of(file_with(tmp_path, text.encode())) == set()


def test_a_byte_order_mark_and_tabs_are_blanks(tmp_path: Path) -> None:
    text = "\ufeff" + system("\tdx\t=\tx\t").replace(" ", "\t")

    assert codes_of(file_with(tmp_path, text.encode())) == set()


def test_names_of_any_alphabet_are_read(tmp_path: Path) -> None:
    text = "CONTINUOUS SYSTEM бак\nSTATE 水位\nDER d水位\nd水位 = -ψ*水位\nψ: 2\nEND\n"

    assert codes_of(file_with(tmp_path, text.encode())) == set()


@pytest.mark.parametrize("text", ["\n", '" only a comment\n', "\n\n\n   \n\t\n", '"\n"\n'])
def test_a_text_without_a_system_is_reported(text: str) -> None:
    assert codes_of(text) == {"no-system"}


def test_an_empty_file_is_reported(tmp_path: Path) -> None:
    assert codes_of(file_with(tmp_path, b"")) == {"no-system"}


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\u2028", "\U0001f600", "\ud7ff", "$", "\\", "`"])
def test_an_invalid_character_is_reported_and_shown(character: str) -> None:
    assert codes_of(system(f"dx = x + {character}")) == {"unexpected-character"}
    assert codes_of(system(f"dx = x\n{character}")) == {"unexpected-character"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("dx = (x", "unclosed-parenthesis"),
        ("dx = SIN(x", "unclosed-parenthesis"),
        ("dx = MAX(x,\n1,\n2", "expression-expected"),
        ("dx = 1\nSTOP WHEN x > 1 'abc", "unclosed-text"),
        ("dx = 1\nk: 1 [m", "unreadable-unit"),
        ("dx = x[s", "unexpected-text"),
        ("dx = x[", "expression-expected"),
        ("dx = IF x > 0 THEN 1", "else-expected"),
        ("dx = 1\nWHEN x > 1\nx = 0", "end-expected"),
        ("dx = 1\nTABLE f(x)\n1 2\n2 3", "end-expected"),
        ("dx = 1\nFUNCTION f(x", "unclosed-parenthesis"),
        ("dx = 1\nFUNCTION f(x,", "unreadable-line"),
        ("dx = 1\nFUNCTION", "unreadable-line"),
        ("dx = 1\nTABLE", "unreadable-line"),
        ("dx = 1\nSTOP", "unreadable-line"),
        ("dx = 1\nWHEN", "expression-expected"),
        ("dx =", "expression-expected"),
        ("dx", "unreadable-line"),
        ("k:", "number-expected"),
    ],
)
def test_anything_left_open_is_reported(body: str, code: str) -> None:
    assert code in codes_of(system(body))


def test_every_beginning_of_a_text_is_read_to_its_end() -> None:
    text = (Path(__file__).parents[2] / "examples" / "ball.t").read_text("utf-8")

    for length in range(len(text)):
        codes_of(f"\n{text[:length]}")


def test_every_text_with_one_character_less_is_read_to_its_end() -> None:
    text = (Path(__file__).parents[2] / "examples" / "regulator.t").read_text("utf-8")

    for place in range(len(text)):
        codes_of(f"\n{text[:place]}{text[place + 1 :]}")


def test_a_line_of_ten_million_characters_is_reported() -> None:
    assert codes_of(system("dx = " + "x+" * 5_000_000 + "x")) == {"line-too-long"}
    assert codes_of(system('dx = 1 "' + "x" * 10_000_000)) == {"line-too-long"}


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 10_000 + "x" + ")" * 10_000,
        "-(" * 10_000 + "x" + ")" * 10_000,
        "-" * 5_000 + "x",
        "SIN(" * 5_000 + "x" + ")" * 5_000,
        "IF x > 0 THEN " * 1_000 + "1" + " ELSE 2" * 1_000,
        "(" * 10_000,
        "/".join(["x"] * 5_000),
        "^".join(["x"] * 5_000),
        "x/" * 5_000 + "x + 1",
    ],
    ids=["parentheses", "minus", "signs", "calls", "if", "open", "quotients", "powers", "sum of one"],
)
def test_nesting_that_is_too_deep_is_reported(expression: str) -> None:
    assert codes_of(system(f"dx = {expression}")) == {"nesting-too-deep"}


def test_ordinary_nesting_is_read() -> None:
    compiled(system("dx = " + "(" * 90 + "x" + ")" * 90))
    compiled(system("dx = " + "IF x > 0 THEN " * 30 + "1" + " ELSE SIN(x)" * 30))
    compiled(system("dx = " + "/".join(["x"] * 90)))


@pytest.mark.slow
def test_a_sum_of_twenty_thousand_terms_is_compiled() -> None:
    compiled(system("dx = (" + "\n + ".join(["x"] * 20_000) + ")"))


@pytest.mark.slow
def test_a_chain_of_two_thousand_branches_is_compiled() -> None:
    branches = "\n".join(f"IF x < {i} THEN {i}*x ELSE" for i in range(2_000))

    compiled(system(f"dx = ({branches} 0)"))


@pytest.mark.slow
def test_a_chain_of_hundreds_of_costly_branches_is_compiled() -> None:
    branches = "\n".join(f"IF x < {i} THEN SIN({i}*x) ELSE" for i in range(300))

    compiled(system(f"dx = ({branches} 0)"))


@pytest.mark.slow
def test_twenty_thousand_unclosed_parentheses_are_all_reported() -> None:
    text = system("dx = 1\n" + "\n".join(f"a{i} = (x" for i in range(20_000)))

    assert codes_of(text) == {"unclosed-parenthesis"}


@pytest.mark.slow
def test_ten_thousand_wrong_lines_are_all_reported() -> None:
    with pytest.raises(SimnonError) as caught:
        compile_model(system("dx = 1\n" + "\n".join("this is wrong" for _ in range(10_000))))

    assert len(caught.value.diagnostics) == 10_000


@pytest.mark.slow
def test_ten_thousand_equations_in_one_chain_are_read() -> None:
    chain = "\n".join(f"a{i} = a{i + 1} + x" for i in range(3_000))

    compiled(system(f"{chain}\na3000 = 1\ndx = a0"))


def test_the_command_line_reports_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = [b"\xff", b"", b"\0\0\0", b"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = (\x1b\nEND\n"]
    for i, content in enumerate(contents):
        path = file_with(tmp_path, content, f"m{i}.t")
        for words in (["check", str(path)], ["check", "--json", str(path)], ["show", str(path)]):
            assert main(words) == 1
            shown = capsys.readouterr()
            assert "error" in shown.out + shown.err
            assert "\x1b" not in shown.out + shown.err
            assert "Traceback" not in shown.out + shown.err


def test_an_unknown_stage_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_with(tmp_path, system("dx = 1").encode())

    assert main(["show", str(path), "--after", "ordr"]) == 1
    assert "did you mean 'order'" in capsys.readouterr().err
    assert issubclass(UserError, Exception)


LONG_NUMBER = "9" * 5000


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.ode", f"x[1..{LONG_NUMBER}]'=-x[j]\n", "loop-too-long"),
        ("a.ode", f"x[-{LONG_NUMBER}..1]'=-x[j]\n", "loop-too-long"),
        ("a.ode", "x[1..99999999999999999999]'=-x[j]\n", "loop-too-long"),
        ("a.ode", f"markov z {LONG_NUMBER}\nx'=z\n", "unreadable-line"),
        ("a.ode", f"{LONG_NUMBER}\nv x=1\no -x\n", ""),
        ("a.ode", f"1\nv x=1\nu f {LONG_NUMBER} arg1\no -x\n", "unreadable-line"),
        ("a.ode", f"x(t+1)=z(0)\nspecial z=gill(0,r{{1-{LONG_NUMBER}}})\n", "wrong-arguments"),
        ("a.t", system(f"dx = x:{LONG_NUMBER}"), "unexpected-text"),
    ],
)
def test_a_number_of_thousands_of_digits_is_read_where_a_count_is_expected(
    tmp_path: Path, name: str, text: str, code: str
) -> None:
    assert codes_of(file_with(tmp_path, text.encode(), name)) >= ({code} if code else set())
