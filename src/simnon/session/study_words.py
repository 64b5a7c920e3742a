"""The words of a command of a study -> names, ranges, settings, options and a name to keep it under."""

import re
from collections.abc import Sequence

from simnon.simulation import NameTable
from simnon.source import UserError, frozen, nearest

from .calculator import evaluate
from .words import check_once, only_name, split_at_blanks, unknown_option, without_comment
from .workspace import Workspace

_SIGNS = re.compile(r"\s*(<=|>=|<|>|=|~|,|:)\s*")


@frozen
class StudyWords:
    """`settings` are `NAME:value`, the values as texts; `words` everything else."""

    words: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    options: frozenset[str]
    name: str

    def number(self, workspace: Workspace, setting: str) -> float | None:
        """The value of a setting; None if it is not given."""
        text = dict(self.settings).get(setting)
        return None if text is None else evaluate(workspace, text)


def read_study_words(
    text: str, usage: str, settings: Sequence[str] = (), options: Sequence[str] = (), *, has_slash: bool = False
) -> StudyWords:
    """Blanks around signs are removed; a setting or option that the command does not have is refused."""
    words, pairs, found, name = [], [], set(), ""
    for word in split_at_blanks(_SIGNS.sub(r"\1", without_comment(text))):
        setting, colon, value = word.partition(":")
        if word.startswith("-") and word[1:2].isalpha():
            if word[1:].upper() not in options:
                raise unknown_option(word[1:], options)
            found.add(word[1:].upper())
        elif has_slash and word.startswith("/") and len(word) > 1:
            name = only_name(name, word[1:])
        elif colon:
            pairs.append(_setting(setting, value, settings, usage))
        else:
            words.append(word)
    check_once([setting for setting, _ in pairs], usage)
    return StudyWords(tuple(words), tuple(pairs), frozenset(found), name)


def element_or_range(names: NameTable, name: str, low: str, high: str) -> tuple[str, str, str]:
    """The name and its range: `A[2,1]` is an element without a range if `A` is a matrix."""
    array = names.arrays.find(name) if low and "[" not in name else None
    if array is None or len(names.arrays.whole(array).counts) != 2:
        return name, low, high
    return f"{name}[{low},{high}]", "", ""


def _setting(setting: str, value: str, known: Sequence[str], usage: str) -> tuple[str, str]:
    if setting.upper() not in known:
        near = nearest(setting.upper(), known)
        listed = ", ".join(f"{each}:" for each in known)
        hint = f"did you mean {near}:?" if near else f"the settings are {listed}" if known else usage
        raise UserError("bad-command", f"there is no setting '{setting}:'", hint)
    if not value:
        raise UserError("bad-command", f"no value is given for '{setting}:'", usage)
    return setting.upper(), value
