"""The control statements of a macro: FOR NEXT IF GOTO LABEL READ SUSPEND DEFAULT END.

They move the frame; every other line of a macro is a command and goes to the session.
"""

import math
import re
from collections.abc import Callable

from simnon.doors import loaded_on_use
from simnon.source import UserError, did_you_mean

from ..macro import NAME
from ..words import split_words, text_in, without_comment
from ..workspace import Value, Workspace
from .frame import Frame, OpenFor, Question

with loaded_on_use(__name__):
    from ..calculator import evaluate, find_variable

KINDS = ("REAL", "NUM", "INT", "NAME", "YESNO")
_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LT": lambda a, b: a < b,
    "LE": lambda a, b: a <= b,
    "GT": lambda a, b: a > b,
    "GE": lambda a, b: a >= b,
}
_IF = re.compile(r"(.+?)\s+(EQ|NE|LT|LE|GT|GE)\s+(.+?)\s+GO\s*TO\s+(\S+)\Z", re.IGNORECASE)
_FOR = re.compile(r"(\S+?)\s*=\s*(.+?)\s+TO\s+(.+?)(?:\s+STEP\s+(.+))?\Z", re.IGNORECASE)

USAGE = {
    "FOR": "FOR variable = first TO last [STEP step]",
    "NEXT": "NEXT [variable]",
    "IF": "IF a EQ|NE|LT|LE|GT|GE b GOTO label",
    "GOTO": "GOTO label",
    "LABEL": "LABEL name",
    "READ": "READ variable [REAL|INT|NAME|YESNO] ['prompt']",
    "DEFAULT": "DEFAULT variable = value",
    "SUSPEND": "SUSPEND",
}
CONTROL = tuple(USAGE)
MAX_ITERATIONS = 2.0**53


def execute_control(workspace: Workspace, frame: Frame, word: str, rest: str) -> Question | None:
    """Execute one; if it returns a question, the session has to ask it before the frame can continue."""
    text = without_comment(rest)
    match word:
        case "FOR":
            _begin_loop(workspace, frame, text)
        case "NEXT":
            _next(frame)
        case "IF":
            _jump_if(workspace, frame, text)
        case "GOTO":
            _jump(frame, text)
        case "READ":
            return _question(text)
        case "DEFAULT":
            _default(workspace, frame, text)
        case "SUSPEND":
            frame.is_suspended = True
        case "LABEL":
            pass
        case _:
            raise AssertionError(word)
    workspace.local = dict(frame.variables)
    return None


def value_of(workspace: Workspace, text: str) -> Value:
    """A text in quotes, the word or number of a variable, or else the value of an expression."""
    if text.startswith("'") and text.endswith("'") and len(text) > 1:
        return text_in(text)
    if NAME.match(text):
        variable = find_variable(workspace, text)
        if variable is not None:
            return variable
    return evaluate(workspace, text)


def answer(question: Question, text: str) -> Value:
    """The user's answer, if it is of the requested type."""
    plain = without_comment(text)
    match question.kind:
        case "NAME":
            if plain:
                return text_in(plain)
            raise UserError("bad-answer", "expected a word")
        case "YESNO":
            if plain.upper() in ("Y", "YES", "N", "NO"):
                return "YES" if plain.upper().startswith("Y") else "NO"
            raise UserError("bad-answer", f"'{plain}' is neither yes nor no")
        case "INT":
            try:
                return float(int(plain))
            except ValueError:
                raise UserError("bad-answer", f"'{plain}' is not an integer") from None
        case _:
            try:
                number = float(plain)
            except ValueError:
                raise UserError("bad-answer", f"'{plain}' is not a number") from None
            if not math.isfinite(number):
                raise UserError("bad-answer", f"'{plain}' is not a finite number")
            return number


def _begin_loop(workspace: Workspace, frame: Frame, text: str) -> None:
    match = _FOR.match(text)
    if match is None or not NAME.match(match.group(1)):
        raise UserError("bad-command", f"'FOR {text}' cannot be read", USAGE["FOR"])
    variable, first_text, last_text, step_text = match.groups()
    first, last = evaluate(workspace, first_text), evaluate(workspace, last_text)
    step = evaluate(workspace, step_text) if step_text else 1.0
    if step == 0.0:
        raise UserError("bad-command", "STEP 0 never ends", USAGE["FOR"])
    line = frame.position - 1
    last_count = _rounds(first, last, step)
    if last_count < 0:
        assert frame.macro.next_of_for is not None
        frame.position = frame.macro.next_of_for[line] + 1
        return
    loop = OpenFor(line, variable, first, step, last_count)
    frame.loops.append(loop)
    frame.variables[variable] = loop.value


def _rounds(first: float, last: float, step: float) -> int:
    """The number of steps; each must change the variable, or the loop would not advance."""
    count = (last - first) / step + 1e-9
    if abs(count) > MAX_ITERATIONS or (count >= 1 and (first + step == first or last - step == last)):
        message = f"there are too many steps of {step:g} from {first:g} to {last:g} to count"
        raise UserError("bad-command", message, USAGE["FOR"])
    return math.floor(count)


def _next(frame: Frame) -> None:
    if not frame.loops:
        raise UserError("bad-command", "NEXT was reached without FOR", "a jump into a loop does not start it")
    loop = frame.loops[-1]
    if loop.count < loop.last_count:
        loop.count += 1
        frame.variables[loop.variable] = loop.value
        frame.position = loop.line + 1
    else:
        frame.loops.pop()


def _jump_if(workspace: Workspace, frame: Frame, text: str) -> None:
    match = _IF.match(text)
    if match is None:
        raise UserError("bad-command", f"'IF {text}' cannot be read", USAGE["IF"])
    left, relation, right, label = match.groups()
    if _holds(_compared(workspace, left), relation.upper(), _compared(workspace, right)):
        _jump(frame, label)


def _compared(workspace: Workspace, text: str) -> Value:
    """A value, or a literal word."""
    try:
        return value_of(workspace, text)
    except UserError:
        if NAME.match(text):
            return text
        raise


def _holds(left: Value, relation: str, right: Value) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return _RELATIONS[relation](left, right)
    if relation in ("EQ", "NE"):
        return (str(left).casefold() == str(right).casefold()) is (relation == "EQ")
    raise UserError("bad-command", f"{relation} compares numbers, not '{left}' and '{right}'", USAGE["IF"])


def _jump(frame: Frame, label: str) -> None:
    assert frame.macro.label_places is not None
    target = frame.macro.label_places.get(label.casefold())
    if target is None:
        hint = did_you_mean(label, frame.macro.label_places, USAGE["LABEL"])
        raise UserError("bad-command", f"there is no label '{label}'", hint)
    ends = frame.macro.next_of_for or {}
    frame.loops = [loop for loop in frame.loops if loop.line < target <= ends[loop.line]]
    frame.position = target + 1


def _question(text: str) -> Question:
    words = split_words(text)
    if not words or not NAME.match(words[0]):
        raise UserError("bad-command", "READ needs the name of a variable", USAGE["READ"])
    kind, prompt = "REAL", ""
    for word in words[1:]:
        if word.startswith("'"):
            prompt = text_in(word)
        elif word.upper() in KINDS:
            kind = word.upper()
        else:
            hint = did_you_mean(word, KINDS, f"one of {', '.join(KINDS)}")
            raise UserError("bad-command", f"'{word}' is not a type of answer", hint)
    return Question(words[0], kind, prompt or f"{words[0]}?")


def _default(workspace: Workspace, frame: Frame, text: str) -> None:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not NAME.match(name):
        raise UserError("bad-command", f"'DEFAULT {text}' cannot be read", USAGE["DEFAULT"])
    if find_variable(workspace, name) is None:
        frame.variables[name] = value_of(workspace, value)
