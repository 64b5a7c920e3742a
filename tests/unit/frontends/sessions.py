"""Sessions and figures for the tests of front ends."""

import shutil
from pathlib import Path

import numpy as np

from simnon.figures import Area, Curve, Figure
from simnon.session import Session

ROOT = Path(__file__).parents[3]
DECAY = """CONTINUOUS SYSTEM decay
STATE x [m]
DER dx
dx = -rate*x
rate: 1 [1/s]
x: 1
END
"""
SPIRAL = """CONTINUOUS SYSTEM spiral
STATE a b
DER da db
da = b*c
db = -a*c
c = 1 + 0.1*SIN(a*b)
a: 1
END
"""
BROKEN = DECAY.replace("dx = -rate*x", "dx = -rate*x)").replace("decay", "broken")
ASKING = "MACRO ASK A=3\nREAD B INT 'how many?'\nWRITE 'got' A B\nEND\n"
FAILING = "MACRO FAILS\nSYST decay\nPAR rat: 2\nEND\n"


def fill(folder: Path) -> Path:
    """Models and macros, and the study of the tank."""
    shutil.copytree(ROOT / "examples" / "tank-study", folder, dirs_exist_ok=True)
    texts = {"decay.t": DECAY, "spiral.t": SPIRAL, "broken.t": BROKEN, "ask.t": ASKING, "fails.t": FAILING}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def new_session(folder: Path, *lines: str, is_interactive: bool = True) -> Session:
    """A session in such a folder that has executed some lines."""
    session = Session(fill(folder), is_interactive=is_interactive)
    for line in lines:
        list(session.execute(line))
    return session


def figure(*curves: Curve) -> Figure:
    return Figure(areas=(Area(curves=curves, has_axes=True),))


def curve(label: str = "Y") -> Curve:
    x = np.linspace(0.0, 1.0, 50)
    return Curve(label, x, x * x)
