"""The import table: which package can import which, and that ARCHITECTURE.md agrees."""

import re
from pathlib import Path

import pytest

from tests.architecture.import_rules import (
    Rule,
    bound_names,
    find_cycle,
    find_import_errors,
    modules_in,
    package_needs,
    public_names,
)

ROOT = Path(__file__).parents[2]
TREE = ROOT / "src" / "simnon"

PHASES = ("source", "model", "program", "languages", "assembly", "analysis", "kernels", "lowering", "targets")

TABLE = {
    "version": Rule(),
    "doors": Rule(),
    "source": Rule(("doors",)),
    "model": Rule(("doors", "source", "kernels")),
    "program": Rule(("doors", "source"), ("numpy",)),
    "languages": Rule(("doors", "source", "model")),
    "assembly": Rule(("doors", "source", "model")),
    "analysis": Rule(("doors", "source", "model")),
    "kernels": Rule(("doors",)),
    "lowering": Rule(("doors", "source", "model", "program", "kernels")),
    "targets": Rule(("version", "doors", "source", "program"), ("numpy",), (("llvmlite", "targets/llvm"),)),
    "compiler": Rule(("version", "doors", *PHASES)),
    "figures": Rule(("doors", "source"), ("numpy",)),
    "linear": Rule(("doors", "source", "figures"), ("numpy", "scipy")),
    "simulation": Rule(
        ("version", "doors", "source", "model", "program", "kernels", "lowering", "targets", "compiler", "figures"),
        ("numpy", "sksundae"),
    ),
    "exports": Rule(("version", "doors", *PHASES, "compiler", "simulation"), ("numpy",)),
    "studies": Rule(
        ("version", "doors", *PHASES, "compiler", "simulation", "figures", "linear", "exports"), ("numpy", "scipy")
    ),
    "pictures": Rule(("source", "model", "languages", "figures"), ("numpy",)),
    "graphics": Rule(("source", "figures", "pictures"), ("numpy", "PIL")),
    "diagrams": Rule(("source", "model", "languages", "assembly", "figures", "graphics"), ("numpy",)),
    "session": Rule(
        (
            "version",
            "doors",
            *PHASES,
            *("compiler", "simulation", "exports", "figures", "linear", "studies", "pictures", "graphics", "diagrams"),
        ),
        ("numpy",),
    ),
    "frontends": Rule(
        (
            *("version", "doors", "source", "languages", "compiler", "simulation", "exports", "figures"),
            *("pictures", "graphics", "diagrams", "session"),
        ),
        ("numpy", "prompt_toolkit"),
        (("starlette", "frontends/web"), ("uvicorn", "frontends/web")),
    ),
    "simnon": Rule(("version", "doors", "source", "simulation", "studies", "frontends")),
}


def table_in_markdown(text: str) -> dict[str, Rule]:
    """Read the rows `| name | turns | ours | outside |`; `all above` means every row before it."""
    table: dict[str, Rule] = {}
    for name, ours, outside in re.findall(r"^\| `([a-z]+)[^`]*` \|[^|]*\|([^|]*)\|([^|]*)\|$", text, re.M):
        anywhere = tuple(re.findall(r"`(\w+)`(?! in )", outside))
        table[name] = Rule(
            tuple(table) if ours.strip() == "all above" else tuple(re.findall(r"\w+", ours)),
            anywhere,
            tuple(re.findall(r"`(\w+)` in `([\w/]+)/`", outside)),
        )
    return table


def write_tree(folder: Path, **text_of_file: str) -> Path:
    """Write a small source tree: `model__variable="..."` becomes `model/variable.py`."""
    files = {"__init__": '"""Root."""', **text_of_file}
    for name, text in files.items():
        path = folder / f"{'__init__' if name == '__init__' else name.replace('__', '/', 1)}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        door = path.parent / "__init__.py"
        if not door.exists():
            door.write_text('"""A package."""', "utf-8")
    return folder


def test_every_import_keeps_to_the_table() -> None:
    assert find_import_errors(TREE, TABLE) == []


def test_no_packages_import_each_other() -> None:
    assert find_cycle(package_needs(TREE)) == []


def test_the_table_itself_has_no_cycle_and_names_only_packages_of_the_table() -> None:
    assert find_cycle({name: rule.ours for name, rule in TABLE.items()}) == []
    assert {name for rule in TABLE.values() for name in rule.ours} <= set(TABLE)


def test_the_architecture_page_shows_the_same_table() -> None:
    written = table_in_markdown((ROOT / "ARCHITECTURE.md").read_text("utf-8"))

    assert list(written) == list(TABLE)
    for name, rule in TABLE.items():
        assert set(written[name].ours) == set(rule.ours), name
        assert set(written[name].outside) == set(rule.outside), name
        assert set(written[name].outside_only_in) == set(rule.outside_only_in), name


def test_simnon_has_few_public_names_and_lists_them_all() -> None:
    public = public_names(TREE / "__init__.py")

    assert len(public) <= 15
    assert set(bound_names(TREE / "__init__.py")) <= {*public, "front_door"}


@pytest.mark.parametrize(
    ("file", "text", "error"),
    [
        ("model__printer", "from simnon.program import Slot", "model may not import program"),
        ("model__printer", "import simnon.program", "model may not import program"),
        ("model__printer", "from simnon import program", "model may not import program"),
        ("model__printer", "from simnon import load", "model may not import simnon"),
        ("model__printer", "import simnon", "model may not import simnon"),
        ("model__printer", "import numpy", "model may not import numpy"),
        ("program__values", "import numpy, scipy.linalg", "program may not import scipy"),
        ("targets__interpreter", "import llvmlite.binding", "llvmlite may be imported in targets/llvm/ only"),
        (
            "analysis__order",
            "from simnon.model.variable import Role",
            "go through the front door: 'from simnon.model import ...'",
        ),
        (
            "analysis__order",
            "from simnon.model import variable",
            "variable is an inner module of model: go through the front door",
        ),
        (
            "analysis__order",
            "from ..model import Role",
            "import another package as 'from simnon.model import ...'",
        ),
        ("model__printer", "from simnon.model.variable import Role", "inside model use a relative import"),
        ("model__printer", "from simnon.model import Role", "inside model use a relative import"),
        ("model__printer", "from ....elsewhere import Role", "a relative import that leaves simnon"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, text: str, error: str) -> None:
    tree = write_tree(tmp_path, model__variable="", program__slots="", **{file: text})

    assert find_import_errors(tree, TABLE) == [f"{file.replace('__', '/')}.py:1: {error}"]


@pytest.mark.parametrize(
    "text",
    [
        "def run():\n    from simnon.source import Span",
        "class Run:\n    import math",
        "if TYPE_CHECKING:\n    from simnon.source import Span",
        "try:\n    import math\nexcept ImportError:\n    pass",
    ],
)
def test_an_import_that_is_not_at_the_top_is_found(tmp_path: Path, text: str) -> None:
    tree = write_tree(tmp_path, model__printer=text, source__span="")

    assert find_import_errors(tree, TABLE) == [
        "model/printer.py:2: imports stand at the top of the module, under no condition"
    ]


@pytest.mark.parametrize(
    "text",
    [
        'importlib.import_module("simnon.program")',
        'import_module(".x")',
        '__import__("math")',
        '@__import__("functools").cache\ndef run(): ...',
    ],
)
def test_an_import_in_disguise_is_found(tmp_path: Path, text: str) -> None:
    tree = write_tree(tmp_path, model__printer=text)

    assert find_import_errors(tree, TABLE) == [
        "model/printer.py:1: an import in disguise: import at the top of the module"
    ]


def test_a_package_that_is_not_in_the_table_is_found(tmp_path: Path) -> None:
    tree = write_tree(tmp_path, extras__thing="")

    assert find_import_errors(tree, TABLE) == ["extras/: package missing from the table"]


def test_what_the_table_allows_is_not_reported(tmp_path: Path) -> None:
    tree = write_tree(
        tmp_path,
        __init__="from .simulation import load\nfrom simnon.source import Span\nfrom .version import x",
        version="",
        source__span="import re",
        model__printer="from simnon.source import Span\nfrom .variable import Role\nfrom . import variable",
        model__variable="",
        kernels____init__='from . import newton\n__all__ = ["newton"]',
        kernels__newton="",
        lowering__kernels="from simnon import kernels\nfrom simnon.kernels import newton",
        compiler____init__="from simnon.model import Model\nfrom simnon.version import __version__",
        targets__llvm="",
    )
    (tree / "targets" / "llvm").mkdir()
    (tree / "targets" / "llvm" / "emit.py").write_text("import llvmlite\nfrom ..interpreter import x")

    assert find_import_errors(tree, TABLE) == []


def test_packages_that_import_each_other_are_found(tmp_path: Path) -> None:
    tree = write_tree(
        tmp_path,
        source__span="from simnon.analysis import order",
        model__printer="from simnon.source import Span",
        analysis__order="from simnon.model import Model",
    )

    assert find_cycle(package_needs(tree)) == ["analysis", "model", "source", "analysis"]


def test_a_public_name_that_is_not_listed_is_found(tmp_path: Path) -> None:
    tree = write_tree(tmp_path, __init__='from .version import __version__, extra\n\n__all__ = ["__version__"]')

    assert bound_names(tree / "__init__.py") == ["extra"]
    assert public_names(tree / "__init__.py") == ["__version__"]


def test_a_table_in_markdown_is_read_as_rules() -> None:
    text = "| package | turns | ours | outside |\n|---|---|---|---|\n"
    text += "| `source/` | text | – | – |\n"
    text += "| `targets/` | code | all above | `numpy`, `llvmlite` in `targets/llvm/` |\n"

    assert table_in_markdown(text) == {
        "source": Rule(),
        "targets": Rule(("source",), ("numpy",), (("llvmlite", "targets/llvm"),)),
    }


def test_the_tree_is_really_read() -> None:
    assert TREE / "source" / "__init__.py" in modules_in(TREE)
