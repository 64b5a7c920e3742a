"""A source tree -> where a package other than `targets` names a type of one target.

A type that only a folder of `targets/` defines belongs to that target; other packages use the protocols of `program/`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.import_rules import modules_in, package_of, parsed_text


def find_types_of_targets(tree: Path) -> list[str]:
    """Return every place outside `targets/` at which such a type is named, in order of file and line."""
    owner_of_type = types_of_targets(tree)
    errors = []
    for path in modules_in(tree):
        if package_of(path, tree) == "targets":
            continue
        for line, name in sorted(set(_names_in(path.read_text("utf-8")))):
            if name in owner_of_type:
                where = path.relative_to(tree).as_posix()
                errors.append(f"{where}:{line}: {name} is a type of the target {owner_of_type[name]}")
    return errors


def types_of_targets(tree: Path) -> dict[str, str]:
    """The classes that a target defines, with its folder; not those whose name a different package defines too."""
    found: dict[str, str] = {}
    elsewhere: set[str] = set()
    for path in modules_in(tree):
        parts = path.relative_to(tree).parts
        body = parsed_text(path.read_text("utf-8")).body
        if parts[0] == "targets" and len(parts) > 2:
            found |= {node.name: parts[1] for node in body if isinstance(node, ast.ClassDef)}
        else:
            elsewhere.update(name for node in body for name in _defined_by(node))
    return {name: owner for name, owner in found.items() if name not in elsewhere}


def _defined_by(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [ast.unparse(target) for target in targets]
        case ast.AnnAssign(target=target):
            return [ast.unparse(target)]
        case _:
            return []


def _names_in(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(parsed_text(text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.ImportFrom(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.Constant(value=str(value)) if value.isidentifier():
                yield node.lineno, value
            case _:
                pass
