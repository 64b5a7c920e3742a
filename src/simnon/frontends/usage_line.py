"""The line being typed -> the line under it: the syntax of the command, or the state of the session."""

from simnon.session import COMMANDS, CONTROL_USAGE, EDITOR_USAGE, Session, first_word


def usage_line(session: Session, text: str) -> str:
    workspace = session.workspace
    if workspace.editing is not None:
        return f"{workspace.editing.path.name}: {EDITOR_USAGE}"
    if session.is_asking:
        return "a macro is asking; Ctrl-C cancels it"
    if session.dialect is not None:
        usages = session.dialect.usages
        return usages.get(first_word(text)[0], "" if text.strip() else "  ".join(usages))
    word = first_word(text)[0]
    if word in COMMANDS:
        command = COMMANDS[word]
        return f"{command.usage}   {command.summary}"
    if word in CONTROL_USAGE:
        return CONTROL_USAGE[word]
    if word in workspace.macros:
        return workspace.macros[word].text.partition("\n")[0]
    return "" if text.strip() else _standing(session)


def _standing(session: Session) -> str:
    workspace = session.workspace
    if session.is_typing:
        return "END ends the macro, NEXT the loop; Ctrl-C discards it"
    if session.prompt != ">":
        return "a macro is suspended: RESUME continues it, Ctrl-C cancels it"
    if workspace.loaded is None:
        return "SYST file ... compiles systems, HELP lists commands, STOP ends"
    names = " ".join(path.stem.upper() for path in workspace.loaded.files)
    settings = workspace.settings
    return f"{names}   t = {settings.start:g} to {settings.stop:g}"
