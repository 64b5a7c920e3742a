"""A folder -> what breaks the rules for files: their names, their opening lines, words they must not have."""

import ast
import io
import os
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = {
    ".coverage",
    ".git",
    ".hypothesis",
    ".mutants",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".tools",
    ".venv",
}
LEFT_OUT |= {"__pycache__", "_build", "build", "built", "dist", "node_modules", "uv.lock"}

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "base", "data", "info"}

# Written in pieces, so that this file does not find itself.
_MACHINE_PATH = r"(?<![\w.~-])/(?:root|home|work|opt|Users|mnt)/" + r"\w|[A-Z]:\\Users" + r"\\"
_REGISTRY = r"(?:pypi|pythonhosted|npmjs|debian|anaconda|crates)\." + r"(?:org|com|io)\b"
FORBIDDEN = {
    "a path of one machine": re.compile(_MACHINE_PATH),
    "a registry's address": re.compile(_REGISTRY),
}


def find_empty_names(folder: Path) -> list[str]:
    """Return the modules and packages with a meaningless name."""
    paths = [path for path in files_in(folder) if path.suffix == ".py"]
    named = {part: path for path in paths for part in (path, *path.parents) if part.is_relative_to(folder)}
    return sorted(part.relative_to(folder).as_posix() for part in named if part.stem.lower() in EMPTY_NAMES)


def find_missing_docstrings(tree: Path) -> list[str]:
    """Return the folders without `__init__.py` and the modules that do not open with a docstring."""
    modules = [path for path in files_in(tree) if path.suffix == ".py"]
    doors = {path.parent / "__init__.py" for path in modules}
    silent = {path for path in modules if not _opens_with_a_docstring(path.read_text("utf-8"))}
    return sorted(path.relative_to(tree).as_posix() for path in silent | (doors - set(modules)))


def find_forbidden_words(folder: Path) -> list[str]:
    """Return every line of a text file that names a machine's path or a registry."""
    found = []
    for path in files_in(folder):
        for number, line in enumerate(_lines_of(path), start=1):
            found += [
                f"{path.relative_to(folder).as_posix()}:{number}: {what}"
                for what, pattern in FORBIDDEN.items()
                if pattern.search(line)
            ]
    return found


def files_in(folder: Path) -> Iterator[Path]:
    """Give the project's own files, in order, without what tools leave behind."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        yield from (Path(place) / name for name in sorted(names) if name not in LEFT_OUT)


def _opens_with_a_docstring(text: str) -> bool:
    """Whether the first statement is a non-empty string; the rest need not be parsed."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    words = (token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL))
    first, second = next(words), next(words, None)
    is_statement = second is not None and second.type == tokenize.NEWLINE
    return first.type == tokenize.STRING and is_statement and bool(ast.get_docstring(ast.parse(first.string)))


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
