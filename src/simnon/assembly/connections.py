"""name[SYSTEM] -> the variable it means, across systems and without regard to case."""

from collections.abc import Mapping

from simnon.model import Assignment, Name, Role, System, Variable
from simnon.source import Report, nearest

Variables = Mapping[str, Variable]


class Connections:
    """Finds what references mean, and reports those that mean nothing."""

    def __init__(self, systems: tuple[System, ...], locals_of: Mapping[str, Variables], report: Report) -> None:
        self._systems = {system.name.casefold(): system for system in systems}
        self._locals = {
            name: {local.casefold(): variable for local, variable in variables.items()}
            for name, variables in locals_of.items()
        }
        self._report = report
        self._reported: set[tuple[str, str]] = set()

    def resolve(self, reference: Name) -> Variable | None:
        """The local variable that `reference` means, or None (reported once)."""
        system = self._systems.get(reference.owner.casefold())
        if system is None:
            self._complain(
                reference,
                "unknown-system",
                f"there is no system '{reference.owner}'",
                _suggest(reference.owner, [system.name for system in self._systems.values()], "it has been loaded"),
            )
            return None
        variables = self._locals[system.name]
        variable = variables.get(reference.name.casefold())
        if variable is None and reference.name not in system.unreadable:
            names = [variable.local for variable in variables.values()]
            self._complain(
                reference,
                "unknown-variable",
                f"the system '{system.name}' has no variable '{reference.name}'",
                _suggest(reference.name, names, "it has a value or an equation there"),
            )
        return variable

    def resolve_target(self, assignment: Assignment) -> Variable | None:
        """The input that a connection assigns, or None (reported)."""
        variable = self.resolve(assignment.target)
        if variable is None or variable.role is Role.INPUT:
            return variable
        self._complain(
            assignment.target,
            "not-an-input",
            f"'{variable.local}' of '{variable.owner}' is not an input but its {variable.role.value}",
            f"declare INPUT {variable.local} in {variable.owner}",
        )
        return None

    def _complain(self, reference: Name, code: str, message: str, hint: str) -> None:
        key = (reference.name.casefold(), reference.owner.casefold())
        if key not in self._reported:
            self._reported.add(key)
            self._report.error(code, message, reference.span, hint)


def _suggest(name: str, candidates: list[str], otherwise: str) -> str:
    near = nearest(name, candidates)
    return f"did you mean '{near}'?" if near else f"check that {otherwise}"
