"""`TRUST`: let models run the code of a folder."""

from collections.abc import Iterator

from simnon.source import UserError, remember_trust, trusted_folders, withdraw_trust

from ..outcome import Noted, Outcome, Printed
from ..words import Arguments, read_arguments, text_in
from ..workspace import Workspace
from .command import Command
from .folders import folder_named


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, ("OFF",))
    if arguments.options and not arguments.words:
        raise UserError("bad-command", "-OFF needs the folder to remove", TRUST.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    if not arguments.words:
        folders = tuple(dict.fromkeys((*workspace.trusted, *trusted_folders())))
        yield Printed("\n".join(map(str, folders)) if folders else "no folder is trusted")
    for word in arguments.words:
        folder = folder_named(workspace, text_in(word))
        if "OFF" in arguments.options:
            withdraw_trust(folder)
            workspace.trusted = tuple(known for known in workspace.trusted if known != folder)
            yield Noted(f"code in {folder} no longer runs, unless a folder above it is trusted")
        else:
            remember_trust(folder)
            yield Noted(f"models can run the code in {folder} and below, in this and later sessions")


TRUST = Command(
    "TRUST",
    "TRUST [folder ...] [-OFF]",
    "Let models run the Python files and libraries of a folder.",
    parse,
    run,
    "FUNCTION f(x) FROM 'file' runs code if the file is a library, or Python that cannot be compiled. Such code can "
    "do everything you can do, so it runs only from folders that you trust. TRUST alone lists them, and the list is "
    "kept for later sessions; -OFF removes a folder. It works only at the prompt, not in macros; --trust folder does "
    "the same for one call of the program.",
    ("TRUST .", "TRUST ../curves -OFF"),
    repeats=False,
    is_typed=True,
)
