"""Relations -> fewer relations: names that are equal, negated or constant are merged.

Union-find with signs (Tarjan 1975), in which every class has at most one name that must stay: a
state, a derivative, a parameter. If a class becomes a number, or two classes become one, the sums in
which they occur are visited again, since they may now make two names equal.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from simnon.model import Expression, Name, Number, apply

from .linear_forms import LinearForm


@dataclass(slots=True)
class Classes:
    """`must_stay` tells which names cannot be replaced by others."""

    must_stay: Callable[[str], bool]
    parent: dict[str, tuple[str, float]] = field(default_factory=dict)
    number_of_root: dict[str, float] = field(default_factory=dict)

    def find(self, name: str) -> tuple[str, float]:
        """The representative of the class, and its sign."""
        parent = self.parent
        step = parent.get(name)
        if step is None:
            return name, 1.0
        if step[0] not in parent:
            return step
        path: list[tuple[str, float]] = []
        root, sign = name, 1.0
        while root in parent:
            following, factor = parent[root]
            path.append((root, factor))
            root = following
        for member, factor in reversed(path):
            sign *= factor
            parent[member] = (root, sign)
        return root, sign

    def meaning(self, name: str) -> Expression | None:
        """The replacement of the name, None if it stays."""
        root, sign = self.find(name)
        if root in self.number_of_root:
            return Number(sign * self.number_of_root[root] + 0.0)
        if root == name:
            return None
        return Name(root) if sign > 0.0 else apply("neg", Name(root))


def merge_names(forms: Sequence[LinearForm | None], classes: Classes) -> list[LinearForm | None]:
    """The remaining forms: None stays None; a form that merged names is empty."""
    return _Merging(list(forms), classes).result()


class _Merging:
    def __init__(self, forms: list[LinearForm | None], classes: Classes) -> None:
        self.forms = forms
        self.classes = classes
        self.forms_of_root: dict[str, list[int]] = {}
        self.queue: deque[int] = deque(i for i, form in enumerate(forms) if form is not None)
        self.is_waiting = [form is not None for form in forms]
        self.is_registered = [False] * len(forms)

    def result(self) -> list[LinearForm | None]:
        while self.queue:
            number = self.queue.popleft()
            self.is_waiting[number] = False
            self._visit(number)
        return [self._resolved(form) if form is not None and form[0] else form for form in self.forms]

    def _resolved(self, form: LinearForm) -> LinearForm:
        classes = self.classes
        is_new = classes.parent.keys().isdisjoint(form[0]) and classes.number_of_root.keys().isdisjoint(form[0])
        if is_new and 0.0 not in form[0].values():
            return form
        coefficients: dict[str, float] = {}
        constant = form[1]
        for name, coefficient in form[0].items():
            root, sign = classes.find(name)
            if root in classes.number_of_root:
                constant += coefficient * sign * classes.number_of_root[root]
            else:
                coefficients[root] = coefficients.get(root, 0.0) + coefficient * sign
        return {name: value for name, value in coefficients.items() if value != 0.0}, constant

    def _visit(self, number: int) -> None:
        form = self.forms[number]
        assert form is not None
        coefficients, constant = self.forms[number] = self._resolved(form)
        if self._is_merged(coefficients, constant):
            self.forms[number] = ({}, 0.0)
        elif not self.is_registered[number]:
            self.is_registered[number] = True
            for name in coefficients:
                self.forms_of_root.setdefault(name, []).append(number)

    def _is_merged(self, coefficients: dict[str, float], constant: float) -> bool:
        """Merge the names of a sum if it makes one a number, or two equal or negated."""
        names = list(coefficients)
        if len(names) == 1 and not self.classes.must_stay(names[0]):
            self.classes.number_of_root[names[0]] = -constant / coefficients[names[0]] + 0.0
            self._revisit(self.forms_of_root.pop(names[0], []))
            return True
        return len(names) == 2 and constant == 0.0 and self._join(names, list(coefficients.values()))

    def _join(self, names: list[str], coefficients: list[float]) -> bool:
        (first, second), (a, b) = names, coefficients
        if abs(a) != abs(b):
            return False
        kept, replaced = (second, first) if self.classes.must_stay(second) else (first, second)
        if self.classes.must_stay(replaced):
            return False
        self.classes.parent[replaced] = (kept, -1.0 if a == b else 1.0)
        few, many = self.forms_of_root.pop(replaced, []), self.forms_of_root.pop(kept, [])
        if len(few) > len(many):
            few, many = many, few
        self._revisit(few)
        many += few
        self.forms_of_root[kept] = many
        return True

    def _revisit(self, numbers: list[int]) -> None:
        for number in numbers:
            if not self.is_waiting[number]:
                self.is_waiting[number] = True
                self.queue.append(number)
