"""Lines of other simulators -> lines of the session, with the replies of those simulators; one file per dialect.

`DIALECTS` is the table of them by the name that `simnon --as NAME` takes.
"""

from simnon.doors import loaded_on_use
from simnon.source import UserError, nearest

from ..workspace import Workspace
from .dialect import CommandDialect, ExecuteCommand

with loaded_on_use(__name__):
    from .acsl import Acsl
    from .sial import Sial
    from .simnon72 import Simnon72

DIALECTS: dict[str, type[CommandDialect]] = {
    "simnon72": Simnon72,
    "sial": Sial,
    "acsl": Acsl,
}


def open_dialect(name: str, workspace: Workspace, execute_command: ExecuteCommand) -> CommandDialect:
    if name not in DIALECTS:
        near = nearest(name, DIALECTS)
        hint = f"did you mean '{near}'?" if near else f"the dialects are {', '.join(DIALECTS)}"
        raise UserError("unknown-dialect", f"unknown dialect '{name}'", hint)
    return DIALECTS[name](workspace, execute_command)


__all__ = ["DIALECTS", "CommandDialect", "open_dialect"]
