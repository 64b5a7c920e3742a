"""The table of commands: one line each."""

from .axes import AXES
from .command import Command
from .disp import DISP
from .get import GET
from .let import FREE, LET
from .optim import OPTIM
from .par import INIT, PAR
from .save import SAVE
from .show import ASHOW, SHOW
from .simu import SIMU
from .stop import STOP
from .store import STORE
from .switch import SWITCH, TURN
from .syst import SYST
from .write import WRITE

_TABLE = (
    # the model
    SYST,
    PAR,
    INIT,
    SAVE,
    GET,
    DISP,
    # runs
    SIMU,
    STORE,
    OPTIM,
    # curves
    SHOW,
    ASHOW,
    AXES,
    # macros
    LET,
    FREE,
    WRITE,
    SWITCH,
    # the session
    TURN,
    STOP,
)

COMMANDS: dict[str, Command] = {command.name: command for command in _TABLE}

__all__ = ["COMMANDS", "Command"]
