"""The table of commands, one line each, in the order in which HELP and the reference list them.

A command is loaded when it is first used: a session starts without the methods behind all the others.
"""

from .command import Command
from .help import make_help
from .table import CommandTable

COMMANDS = CommandTable(
    __name__,
    {
        # the model
        "SYST": "syst",
        "EDIT": "edit",
        "LIST": "list_",
        "MODEL": "model",
        "INFO": "information",
        "EXAMPLE": "example",
        # its diagram
        "DIAGRAM": "diagram",
        "PLACE": "parts",
        "COPY": "parts",
        "JOIN": "parts",
        "REMOVE": "parts",
        "GROUP": "parts",
        "ARRAY": "parts",
        "GIVE": "parts",
        "MOVE": "diagram",
        # its values
        "PAR": "par",
        "INIT": "par",
        "DISP": "disp",
        "SAVE": "save",
        "GET": "get",
        "UNDO": "undo",
        # runs
        "SIMU": "simu",
        "PACE": "pace",
        "OPERATE": "pace",
        "FORGET": "forget",
        "STORE": "store",
        "ALGOR": "algor",
        "ERROR": "algor",
        "WHY": "why",
        "EQUIL": "equil",
        "BRANCH": "branch",
        "CYCLE": "cycle",
        "LINEAR": "linear",
        "DESIGN": "design",
        "SENS": "sens",
        "OPTIM": "optim",
        "OPTCON": "optcon",
        "FIT": "fit",
        "SWEEP": "sweep",
        "SAMPLE": "sample",
        "SOBOL": "indices",
        "MORRIS": "indices",
        "BASIN": "basin",
        "POINCARE": "poincare",
        "LYAP": "lyap",
        # curves and tables
        "SHOW": "show",
        "ASHOW": "show",
        "HIDE": "hide",
        "FAN": "fan",
        "MAP": "fan",
        "BODE": "linear_curves",
        "NYQUIST": "linear_curves",
        "NICHOLS": "linear_curves",
        "SIGMA": "linear_curves",
        "PZMAP": "linear_curves",
        "ROOTLOCUS": "root_locus",
        "STEP": "linear_curves",
        "PLOT": "plot",
        "AXES": "axes",
        "SPLIT": "split",
        "AREA": "split",
        "TEXT": "text",
        "MARK": "text",
        "HCOPY": "hcopy",
        "PICTURE": "picture",
        "ANIMATE": "animate",
        "PRINT": "print_",
        "EXPORT": "export",
        "IMPORT": "export",
        # macros
        "LET": "let",
        "FREE": "let",
        "WRITE": "write",
        "ANSWER": "answer",
        "SWITCH": "switch",
        # the session
        "TURN": "switch",
        "JOURNAL": "journal",
        "RENAME": "delete",
        "DELETE": "delete",
        "ALLOW": "allow",
        "TRUST": "trust",
        "STOP": "stop",
        # windows
        "WINDOW": "windows",
        "MKWIN": "windows",
        "WEDIT": "windows",
        "WFDIR": "windows",
        "WDISP": "windows",
        "WPRINT": "windows",
        "WHELP": "windows",
        "WPAR": "windows",
        "WRUNS": "windows",
        "WEVENT": "windows",
        "WLIB": "windows",
        "WDIAG": "windows",
        "WTOUR": "windows",
    },
)
COMMANDS["HELP"] = make_help(COMMANDS)

__all__ = ["COMMANDS", "Command"]
