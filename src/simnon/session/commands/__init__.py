"""The table of commands, one line each, in the order in which HELP and the reference list them."""

from .algor import ALGOR, ERROR
from .allow import ALLOW
from .animate import ANIMATE
from .answer import ANSWER
from .axes import AXES
from .basin import BASIN
from .branch import BRANCH
from .command import Command
from .cycle import CYCLE
from .delete import DELETE, RENAME
from .design import DESIGN
from .diagram import DIAGRAM, MOVE
from .disp import DISP
from .edit import EDIT
from .equil import EQUIL
from .example import EXAMPLE
from .export import EXPORT, IMPORT
from .fan import FAN, MAP
from .fit import FIT
from .forget import FORGET
from .get import GET
from .hcopy import HCOPY
from .help import make_help
from .hide import HIDE
from .indices import MORRIS, SOBOL
from .information import INFO
from .journal import JOURNAL
from .let import FREE, LET
from .linear import LINEAR
from .linear_curves import BODE, NICHOLS, NYQUIST, PZMAP, SIGMA, STEP
from .list_ import LIST
from .lyap import LYAP
from .model import MODEL
from .optcon import OPTCON
from .optim import OPTIM
from .pace import OPERATE, PACE
from .par import INIT, PAR
from .parts import ARRAY, GIVE, GROUP, JOIN, PLACE, REMOVE
from .picture import PICTURE
from .plot import PLOT
from .poincare import POINCARE
from .print_ import PRINT
from .root_locus import ROOTLOCUS
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
from .windows import MKWIN, WDIAG, WDISP, WEDIT, WEVENT, WFDIR, WHELP, WINDOW, WLIB, WPAR, WPRINT, WRUNS, WTOUR
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
        EXAMPLE,
        # its diagram
        DIAGRAM,
        PLACE,
        JOIN,
        REMOVE,
        GROUP,
        ARRAY,
        GIVE,
        MOVE,
        # its values
        PAR,
        INIT,
        DISP,
        SAVE,
        GET,
        UNDO,
        # runs
        SIMU,
        PACE,
        OPERATE,
        FORGET,
        STORE,
        ALGOR,
        ERROR,
        WHY,
        EQUIL,
        BRANCH,
        CYCLE,
        LINEAR,
        DESIGN,
        SENS,
        OPTIM,
        OPTCON,
        FIT,
        SWEEP,
        SAMPLE,
        SOBOL,
        MORRIS,
        BASIN,
        POINCARE,
        LYAP,
        # curves and tables
        SHOW,
        ASHOW,
        HIDE,
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
        PICTURE,
        ANIMATE,
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
        RENAME,
        DELETE,
        ALLOW,
        TRUST,
        STOP,
        # windows
        WINDOW,
        MKWIN,
        WEDIT,
        WFDIR,
        WDISP,
        WPRINT,
        WHELP,
        WPAR,
        WRUNS,
        WEVENT,
        WLIB,
        WDIAG,
        WTOUR,
    )
}
COMMANDS["HELP"] = make_help(COMMANDS)

__all__ = ["COMMANDS", "Command"]
