"""Foreign functions of a model -> the texts of their Python files; what cannot be found is reported."""

import ast
import tokenize
from pathlib import Path

from simnon.model import Convention, ForeignDefinition, HybridModel
from simnon.source import OUTSIDE_HINT, Report, is_within_reach, nearest, outside_text


def read_foreign_texts(model: HybridModel, report: Report) -> dict[str, str]:
    """By path. A Python file is read, not run; a library only has to exist."""
    text_of_path: dict[str, str] = {}
    for foreign in model.foreign:
        if foreign.body is not None or not foreign.is_in_file:
            continue
        path = Path(foreign.path)
        if not is_within_reach(path, foreign.span.source):
            report.error("outside-folder", outside_text(path.name), foreign.span, OUTSIDE_HINT)
        elif not path.is_file():
            _report(
                foreign, f"there is no file '{path.name}'", "the path is relative to the folder of the model", report
            )
        elif foreign.convention is Convention.PYTHON:
            _read_python(foreign, path, text_of_path, report)
    return text_of_path


def _read_python(foreign: ForeignDefinition, path: Path, text_of_path: dict[str, str], report: Report) -> None:
    try:
        with tokenize.open(path) as file:
            text = file.read()
        tree = ast.parse(text, path.name)
    except (OSError, SyntaxError, ValueError, RecursionError) as error:
        _report(foreign, f"'{path.name}' cannot be read: {error}", "fix the Python file", report)
        return
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    function = functions.get(foreign.symbol)
    if function is None:
        near = nearest(foreign.symbol, functions)
        hint = f"did you mean AS {near}?" if near else f"define it: def {foreign.symbol}(x): ..."
        _report(foreign, f"'{path.name}' has no function '{foreign.symbol}'", hint, report)
    elif not _takes(function, len(foreign.parameters)):
        _report(
            foreign,
            f"'{foreign.symbol}' in '{path.name}' does not take {len(foreign.parameters)} arguments",
            "give FUNCTION as many arguments as the Python function has",
            report,
        )
    else:
        text_of_path[foreign.path] = text


def _takes(function: ast.FunctionDef, count: int) -> bool:
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    is_open = arguments.vararg is not None
    required = positional - len(arguments.defaults)
    return (
        required <= count
        and (is_open or count <= positional)
        and not (len(arguments.kwonlyargs) > sum(default is not None for default in arguments.kw_defaults))
    )


def _report(foreign: ForeignDefinition, message: str, hint: str, report: Report) -> None:
    report.error("foreign-function", message, foreign.span, hint)
