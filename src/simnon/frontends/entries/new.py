"""`simnon new NAME`: a folder with a model and a macro to start from."""

import argparse
import re
from pathlib import Path

from simnon.source import UserError

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
    folder = Path(arguments.name)
    name = re.sub(r"\W", "_", folder.name).lower()
    if not re.fullmatch(r"[^\W\d]\w*", name) or name == "first":
        raise UserError("bad-name", f"'{folder.name}' cannot be the name of a system", "begin the name with a letter")
    try:
        folder.mkdir(parents=True)
        (folder / f"{name}.t").write_text(MODEL.format(name=name), encoding="utf-8")
        (folder / "first.t").write_text(MACRO.format(name=name), encoding="utf-8")
    except FileExistsError:
        raise UserError("file-exists", f"'{folder}' already exists", "nothing was written") from None
    except OSError as error:
        raise UserError("file-trouble", f"'{folder}' cannot be created: {error.strerror}") from None
    print(f"{folder} contains a model, {name}.t, and a macro, first.t. To run it:")
    print(f"  cd {folder}\n  simnon run --pictures first")
    return 0
