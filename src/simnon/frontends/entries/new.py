"""`simnon new NAME`: a folder with a model and a macro to start from, or with the files of an example."""

import argparse
import re
from pathlib import Path

from simnon.session import example_names, files_of_example
from simnon.source import UserError, nearest

MODEL = """\
CONTINUOUS SYSTEM {name}   " change the equations to your own
STATE x v                  " what changes with time
DER dx dv                  " and how fast it does

dx = v
dv = -stiffness*x - damping*v

stiffness: 1
damping: 0.2
x: 1                       " the initial value; anything you leave out starts at 0
END
"""
MACRO = """\
MACRO first stop=50        " the argument has a default: FIRST 20 is a shorter run
SYST {name}
STORE x v
SIMU 0 stop
ASHOW x
FOR d = 0.4 TO 1 STEP 0.2
PAR damping: d
SIMU
SHOW x
NEXT d
END
"""


def execute(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.name or arguments.example)
    texts = _example(arguments.example) if arguments.example else _first_model(folder)
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise UserError("file-exists", f"'{folder}' already exists", "nothing was written") from None
    except OSError as error:
        raise UserError("file-trouble", f"'{folder}' cannot be created: {error.strerror}") from None
    if arguments.example:
        print(f"{folder} contains {', '.join(texts)}. To open a session there:\n  cd {folder}\n  simnon")
    else:
        model, macro = texts
        print(f"{folder} contains a model, {model}, and a macro, {macro}. To run it:")
        print(f"  cd {folder}\n  simnon run --pictures first")
    return 0


def _first_model(folder: Path) -> dict[str, str]:
    name = re.sub(r"\W", "_", folder.name).lower()
    if not re.fullmatch(r"[^\W\d]\w*", name) or name == "first":
        raise UserError("bad-name", f"'{folder.name}' cannot be the name of a system", "begin the name with a letter")
    return {f"{name}.t": MODEL.format(name=name), "first.t": MACRO.format(name=name)}


def _example(name: str) -> dict[str, str]:
    files = files_of_example(name)
    if not files:
        near = nearest(name, example_names())
        hint = f"did you mean '{near}'?" if near else f"the examples are {', '.join(example_names())}"
        raise UserError("unknown-example", f"there is no example '{name}'", hint)
    return {path.name: path.read_text(encoding="utf-8") for path in files}
