"""The table of commands, one line each, in the order in which HELP and the reference list them."""

from .algor import ALGOR, ERROR
from .allow import ALLOW
from .answer import ANSWER
from .axes import AXES
from .command import Command
from .disp import DISP
from .edit import EDIT
from .equil import EQUIL
from .export import EXPORT, IMPORT
from .fan import FAN, MAP
from .fit import FIT
from .get import GET
from .hcopy import HCOPY
from .help import make_help
from .information import INFO
from .journal import JOURNAL
from .let import FREE, LET
from .linear import LINEAR
from .linear_curves import BODE, NICHOLS, NYQUIST, PZMAP, ROOTLOCUS, SIGMA, STEP
from .list_ import LIST
from .model import MODEL
from .optim import OPTIM
from .par import INIT, PAR
from .plot import PLOT
from .print_ import PRINT
from .sample import SAMPLE
from .save import SAVE
from .sens import SENS
from .show import ASHOW, SHOW
from .simu import SIMU
from .split import AREA, SPLIT
from .stop import STOP
from .store import STORE
from .sweep import SWEEP
from .switch import SWITCH, TURN
from .syst import SYST
from .text import MARK, TEXT
from .trust import TRUST
from .undo import UNDO
from .why import WHY
from .write import WRITE

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        # the model
        SYST,
        EDIT,
        LIST,
        MODEL,
        INFO,
        # its values
        PAR,
        INIT,
        DISP,
        SAVE,
        GET,
        UNDO,
        # runs
        SIMU,
        STORE,
        ALGOR,
        ERROR,
        WHY,
        EQUIL,
        LINEAR,
        SENS,
        OPTIM,
        FIT,
        SWEEP,
        SAMPLE,
        # curves and tables
        SHOW,
        ASHOW,
        FAN,
        MAP,
        BODE,
        NYQUIST,
        NICHOLS,
        SIGMA,
        PZMAP,
        ROOTLOCUS,
        STEP,
        PLOT,
        AXES,
        SPLIT,
        AREA,
        TEXT,
        MARK,
        HCOPY,
        PRINT,
        EXPORT,
        IMPORT,
        # macros
        LET,
        FREE,
        WRITE,
        ANSWER,
        SWITCH,
        # the session
        TURN,
        JOURNAL,
        ALLOW,
        TRUST,
        STOP,
    )
}
COMMANDS["HELP"] = make_help(COMMANDS)

__all__ = ["COMMANDS", "Command"]
