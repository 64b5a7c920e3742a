"""A source tree and a table of rules -> what breaks the rules, one line each.

The tree is the folder of the package `simnon` (or of a small stand-in). Nothing is imported:
every module is parsed, and every import resolved to the package it reaches.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeGuard

ROOT_PACKAGE = "simnon"
WITH_INNER_DOORS = ("languages",)
"""Packages whose folders are loaded one by one, when they are needed."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What one package can import: packages of Simnon, and libraries besides the standard library.

    `outside_only_in` names libraries that can be used only in one folder of the package.
    """

    ours: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    outside_only_in: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, with the names taken from it; `level` counts the leading dots."""

    path: Path
    line: int
    module: tuple[str, ...]
    names: tuple[str, ...]
    level: int


def find_import_errors(tree: Path, rules: Mapping[str, Rule]) -> list[str]:
    """Return every import under `tree` that breaks `rules`, in order of file and line."""
    errors = [f"{name}/: package missing from the table" for name in packages_in(tree) if name not in rules]
    for path in modules_in(tree):
        text = path.read_text("utf-8")
        found = [*_misplaced_imports(text)]
        for imported in imports_of(path, tree, text):
            found += [(imported.line, text) for text in _errors_of(imported, tree, rules)]
        errors += [f"{path.relative_to(tree).as_posix()}:{line}: {text}" for line, text in sorted(found)]
    return errors


def find_cycle(needs: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return packages that import each other in a cycle, first and last the same; empty if there is none."""
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for needed in needs.get(name, ()):
            if cycle := visit(needed, [*path, name]):
                return cycle
        done.add(name)
        return []

    return next((cycle for name in needs if (cycle := visit(name, []))), [])


def package_needs(tree: Path) -> dict[str, tuple[str, ...]]:
    """Return the packages that each package imports, according to the text."""
    needs: dict[str, dict[str, None]] = {}
    for path in modules_in(tree):
        owner = package_of(path, tree)
        for imported in imports_of(path, tree, path.read_text("utf-8")):
            for reached in _reached_packages(imported, tree):
                if reached != owner:
                    needs.setdefault(owner, {})[reached] = None
    return {name: tuple(reached) for name, reached in needs.items()}


@cache
def parsed_text(text: str) -> ast.Module:
    """Parsed once, however many rules look at it."""
    return ast.parse(text)


@cache
def importing_nodes(text: str) -> tuple[ast.AST, ...]:
    """Every node within the statements of a module that have the word `import` in their lines."""
    lines = text.split("\n")
    nodes: list[ast.AST] = []
    last_line = 0
    for statement in parsed_text(text).body:
        end = statement.end_lineno or len(lines)
        if any("import" in line for line in lines[max(0, last_line - 1) : end]):
            nodes += ast.walk(statement)
        last_line = end
    return tuple(nodes)


def modules_in(tree: Path) -> list[Path]:
    return sorted(tree.rglob("*.py"))


def packages_in(tree: Path) -> list[str]:
    """Return the names directly under `tree`: folders with modules, and modules such as `version`."""
    return sorted({package_of(path, tree) for path in modules_in(tree)})


def package_of(path: Path, tree: Path) -> str:
    """Return the package that a module belongs to; `simnon` itself for its `__init__` and `__main__`."""
    first = path.relative_to(tree).parts[0].removesuffix(".py")
    return ROOT_PACKAGE if first.startswith("__") else first


def imports_of(path: Path, tree: Path, text: str) -> Iterator[Import]:
    """Give every import of a module, at any level, with relative ones resolved."""
    folder = (ROOT_PACKAGE, *path.relative_to(tree).parts[:-1])
    for node in importing_nodes(text):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, tuple(alias.name.split(".")), (), 0)
        elif isinstance(node, ast.ImportFrom):
            start = folder[: max(0, len(folder) - node.level + 1)] if node.level else ()
            module = (*start, *(node.module.split(".") if node.module else ()))
            yield Import(path, node.lineno, module, tuple(alias.name for alias in node.names), node.level)


def _misplaced_imports(text: str) -> Iterator[tuple[int, str]]:
    body = parsed_text(text).body
    top = {id(statement) for part in body for statement in (part.body if _is_front_door(part) else [part])}
    for node in importing_nodes(text):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in top:
            yield node.lineno, "imports stand at the top of the module, under no condition"
        if isinstance(node, ast.Call) and _is_import_in_disguise(node):
            yield node.lineno, "an import in disguise: import at the top of the module"


def _is_front_door(statement: ast.stmt) -> TypeGuard[ast.With]:
    """Whether it is `with front_door(__name__):` or `loaded_on_use`: its imports name what is loaded on first use."""
    match statement:
        case ast.With([ast.withitem(ast.Call(ast.Name("front_door" | "loaded_on_use"), [ast.Name("__name__")]))]):
            return True
        case _:
            return False


def _is_import_in_disguise(call: ast.Call) -> bool:
    match call.func:
        case ast.Name("__import__"):
            return True
        case ast.Name("import_module") | ast.Attribute(ast.Name("importlib"), "import_module") if call.args:
            pass
        case _:
            return False
    first = call.args[0]
    return isinstance(first, ast.Constant) and str(first.value).startswith((ROOT_PACKAGE, "."))


def _errors_of(imported: Import, tree: Path, rules: Mapping[str, Rule]) -> Iterator[str]:
    owner = package_of(imported.path, tree)
    rule = rules.get(owner, Rule())
    if imported.level and imported.module[:1] != (ROOT_PACKAGE,):
        yield "a relative import that leaves simnon"
        return
    if imported.module[0] != ROOT_PACKAGE:
        yield from _outside_errors(imported, tree, rule)
        return
    for reached in _reached_packages(imported, tree):
        if reached == owner:
            if not imported.level:
                yield f"inside {owner} use a relative import"
            continue
        if imported.level and owner != ROOT_PACKAGE:
            yield f"import another package as 'from {ROOT_PACKAGE}.{reached} import ...'"
        if reached not in rule.ours:
            yield f"{owner} may not import {reached}"
        yield from _front_door_errors(imported, tree, reached)


def _outside_errors(imported: Import, tree: Path, rule: Rule) -> Iterator[str]:
    library = imported.module[0]
    if library in sys.stdlib_module_names:
        return
    folders = [folder for name, folder in rule.outside_only_in if name == library]
    inside = imported.path.relative_to(tree).as_posix()
    if folders and not any(inside.startswith(f"{folder}/") for folder in folders):
        yield f"{library} may be imported in {', '.join(folders)}/ only"
    elif not folders and library not in rule.outside:
        yield f"{package_of(imported.path, tree)} may not import {library}"


def _reached_packages(imported: Import, tree: Path) -> tuple[str, ...]:
    """Return the packages of Simnon that an import reaches; several for `from simnon import a, b`."""
    if imported.module[:1] != (ROOT_PACKAGE,):
        return ()
    if len(imported.module) > 1:
        return (imported.module[1],)
    packages = packages_in(tree)
    return tuple(dict.fromkeys(name if name in packages else ROOT_PACKAGE for name in imported.names or ("",)))


def _inner_door_errors(imported: Import, folder: Path) -> Iterator[str]:
    """Each folder of the package can be imported by itself; its single modules cannot."""
    public = public_names(folder / "__init__.py")
    for name in imported.module[2:] or imported.names:
        if name not in public and not (folder / name).is_dir() and (folder / f"{name}.py").exists():
            yield f"{name} is an inner module of {folder.name}: go through the front door"


def _front_door_errors(imported: Import, tree: Path, reached: str) -> Iterator[str]:
    door = f"{ROOT_PACKAGE}.{reached}"
    if reached in WITH_INNER_DOORS and len(imported.module) < 4:
        yield from _inner_door_errors(imported, tree / reached)
    elif len(imported.module) > 2:
        yield f"go through the front door: 'from {door} import ...'"
    elif len(imported.module) == 2:
        public = public_names(tree / reached / "__init__.py")
        for name in imported.names:
            module = tree / reached / name
            if name not in public and (module.is_dir() or module.with_suffix(".py").exists()):
                yield f"{name} is an inner module of {reached}: go through the front door"


def public_names(path: Path) -> list[str]:
    """Return `__all__` of a module as written, or nothing."""
    if not path.exists():
        return []
    for node in parsed_text(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def bound_names(path: Path) -> list[str]:
    """Return the names without a leading underscore that a module binds at its top."""
    names: list[str] = []
    for node in parsed_text(path.read_text("utf-8")).body:
        match node:
            case ast.Import() | ast.ImportFrom():
                names += [(alias.asname or alias.name).split(".")[0] for alias in node.names]
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.append(node.name)
            case ast.Assign():
                names += [ast.unparse(target) for target in node.targets]
            case ast.AnnAssign():
                names.append(ast.unparse(node.target))
            case _:
                pass
    return [name for name in names if not name.startswith("_")]
