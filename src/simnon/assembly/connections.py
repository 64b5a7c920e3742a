"""References -> the variables they refer to: `part.name`, `part.terminal.name`, and `name[SYSTEM]` across systems."""

from collections.abc import Mapping

from simnon.model import Name, PartPath, Role, Step, SystemKind, Variable, path_text
from simnon.source import Report, frozen, nearest

from .defined_terminals import DefinedTerminal
from .instances import Instance


@frozen
class Endpoint:
    """A variable, or a terminal, of an instance."""

    instance: Instance
    variable: Variable | None = None
    terminal: DefinedTerminal | None = None


class References:
    """Resolves references, and reports those that cannot be resolved."""

    def __init__(self, connected: Mapping[str, Instance], report: Report) -> None:
        self._connected = connected
        """The connected systems, by casefolded name; empty if one system is the model."""
        self._report = report
        self._reported: set[tuple[str, str]] = set()
        self._locals: dict[int, dict[str, Variable]] = {}

    def variable(self, reference: Name, scope: Instance) -> Endpoint | None:
        """The variable that `reference`, written in the system of `scope`, refers to; None (reported once) if none."""
        instance = self._instance(reference, scope)
        if instance is None:
            return None
        owner, terminal = instance
        local = reference.name if terminal is None else f"{terminal.name}.{reference.name}"
        variable = self._locals_of(owner).get(local.casefold())
        if variable is None:
            if local not in owner.definition.system.unreadable:
                self._report_variable(reference, owner, local)
            return None
        return Endpoint(owner, variable, terminal)

    def end(self, reference: Name, scope: Instance) -> Endpoint | None:
        """The terminal or variable that a connection refers to."""
        if not reference.path:
            terminal = scope.definition.terminals.get(reference.name.casefold())
            if terminal is not None:
                return Endpoint(scope, None, terminal)
            variable = self._locals_of(scope).get(reference.name.casefold())
            if variable is not None:
                return Endpoint(scope, variable)
            self._report_variable(reference, scope, reference.name)
            return None
        found = self._instance(reference, scope)
        if found is None:
            return None
        owner, terminal = found
        name = reference.name if terminal is None else f"{terminal.name}.{reference.name}"
        own = owner.definition.terminals.get(name.casefold())
        if own is not None:
            return Endpoint(owner, None, own)
        return self.variable(reference, scope)

    def _instance(self, reference: Name, scope: Instance) -> tuple[Instance, DefinedTerminal | None] | None:
        """The instance at the end of the path before the name, and the terminal if the path ends with one."""
        if any(step.is_lost for step in reference.path):
            return None
        children = scope.children or (self._connected if scope.definition.system.kind is SystemKind.CONNECTING else {})
        found: Instance | None = None
        for i, step in enumerate(reference.path):
            following = children.get(step.key)
            if following is None:
                current = found if found is not None else scope
                terminal = current.definition.terminals.get(path_text(reference.path[i:]).casefold())
                if terminal is not None:
                    return current, terminal
                if step.key in current.definition.terminals:
                    self._report_inner(reference, reference.path[i:], current)
                else:
                    self._report_step(reference, step, current, [child.name for child in children.values()])
                return None
            found, children = following, following.children
        return (found, None) if found is not None else None

    def _locals_of(self, instance: Instance) -> dict[str, Variable]:
        key = id(instance.definition)
        if key not in self._locals:
            variables = instance.definition.variables
            self._locals[key] = {local.casefold(): variable for local, variable in variables.items()}
        return self._locals[key]

    def _report_step(self, reference: Name, step: Step, scope: Instance, known: list[str]) -> None:
        near = nearest(step.text, known)
        if scope.definition.system.kind is SystemKind.CONNECTING and not scope.definition.parts:
            code, message, otherwise = "unknown-system", f"there is no system '{reference.owner}'", "it is loaded"
        else:
            system = scope.path or scope.definition.system.name
            code, message = "unknown-part", f"'{system}' has no part or terminal '{step.text}'"
            otherwise = f"it is declared: SYSTEM {step.name}: type"
        self._report_once(reference, code, message, f"did you mean '{near}'?" if near else f"check that {otherwise}")

    def _report_inner(self, reference: Name, path: PartPath, scope: Instance) -> None:
        """The path goes into a terminal, which has no such part."""
        terminal = scope.definition.terminals[path[0].key]
        for step in path[1:]:
            following = next((inner for inner in terminal.inner if inner.local.casefold() == step.key), None)
            if following is None:
                break
            terminal = following
        inner = [each.local for each in terminal.inner]
        near = nearest(step.text, inner)
        hint = f"did you mean '{near}'?" if near else f"it has {', '.join(inner)}" if inner else "it has no parts"
        full = f"{scope.path}.{terminal.name}" if scope.path else terminal.name
        self._report_once(reference, "unknown-part", f"the terminal '{full}' has no part '{step.text}'", hint)

    def _report_variable(self, reference: Name, owner: Instance, local: str) -> None:
        system = owner.path or owner.definition.system.name
        names = [*owner.definition.variables, *(t.name for t in owner.definition.terminals.values())]
        near = nearest(local, names)
        self._report_once(
            reference,
            "unknown-variable",
            f"the system '{system}' has no variable '{local}'",
            f"did you mean '{near}'?" if near else "check that it has a value or an equation there",
        )

    def _report_once(self, reference: Name, code: str, message: str, hint: str) -> None:
        key = (reference.name.casefold(), reference.owner.casefold())
        if key not in self._reported:
            self._reported.add(key)
            self._report.error(code, message, reference.span, hint)


def is_interface(endpoint: Endpoint) -> bool:
    """Whether a system above can set the variable: an input, a parameter, or a variable of a terminal."""
    assert endpoint.variable is not None
    return endpoint.terminal is not None or endpoint.variable.role in (Role.INPUT, Role.PARAMETER)
