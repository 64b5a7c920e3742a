"""New names for variables that the compiler adds to a program."""

from collections.abc import Iterable


class TakenNames:
    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._count = 999

    def is_taken(self, name: str) -> bool:
        return name in self._taken

    def take(self, name: str) -> str:
        self._taken.add(name)
        return name

    def new(self) -> str:
        """ZZ1000, ZZ1001 and so on, as in CSMP."""
        while True:
            self._count += 1
            name = f"ZZ{self._count}"
            if name not in self._taken:
                return self.take(name)

    def beside(self, name: str, ending: str) -> str:
        """`name_ending`, with a number if that is taken."""
        preferred, count = f"{name}_{ending}", 1
        while preferred in self._taken:
            count += 1
            preferred = f"{name}_{ending}{count}"
        return self.take(preferred)

    def local(self, name: str) -> str:
        """`name_1`, `name_2`: the variable of a macro at one use."""
        count = 1
        while f"{name}_{count}" in self._taken:
            count += 1
        return self.take(f"{name}_{count}")
