"""DATA: what HELP says of a word of the language: what it does, and an example that can be copied."""

from simnon.model import NAMED_FUNCTIONS, SOFT_WORDS
from simnon.source import frozen


@frozen
class Word:
    """`example` is a complete system, or a line of one."""

    meaning: str
    example: str


_STATES = "CONTINUOUS SYSTEM ball\nSTATE h v\nDER dh dv\ndh = v\ndv = -9.81\nh: 10\nEND"
_WHEN = "WHEN h < 0\n  v = -0.9*PRE(v)\nEND"
_SAMPLED = (
    "DISCRETE SYSTEM regulator\nINPUT y\nOUTPUT u\nSTATE i\nNEW ni\nTIME t\nTSAMP ts\n"
    "u = i - 2*y\nni = i - 0.1*y\nts = t + 0.5\ny: 0\nEND"
)

WORDS = {
    "CONTINUOUS": Word("CONTINUOUS SYSTEM name ... END holds differential equations.", _STATES),
    "DISCRETE": Word("DISCRETE SYSTEM name ... END holds difference equations, computed at samples.", _SAMPLED),
    "CONNECTING": Word(
        "CONNECTING SYSTEM name ... END gives the inputs of other systems.",
        "CONNECTING SYSTEM loop\ny[regulator] = h[tank]\nEND",
    ),
    "STATE": Word("STATE names what a system remembers; DER or NEW names its derivatives or new values.", _STATES),
    "DER": Word("DER names the derivatives of the states above it, in the same order.", _STATES),
    "NEW": Word("NEW names the values that discrete states have after a sample, in the order of STATE.", _SAMPLED),
    "INPUT": Word(
        "INPUT names variables that a connecting system gives; a number is their value without one.", _SAMPLED
    ),
    "OUTPUT": Word("OUTPUT names variables that other systems can read.", _SAMPLED),
    "TIME": Word("TIME gives the time a name.", "TIME t\nu = SIN(t)"),
    "TSAMP": Word("TSAMP names the time of the next sample, which an equation computes.", _SAMPLED),
    "EVENT": Word("EVENT names a signal; a discrete system is sampled when it becomes positive.", "EVENT e\ne = y - 1"),
    "INITIAL": Word("INITIAL begins equations that are computed once, at the start.", "INITIAL\nx = 2*a"),
    "WHEN": Word("WHEN condition ... END acts at the instant at which a condition becomes true.", _WHEN),
    "PRE": Word("PRE(v) is the value of v just before an event.", _WHEN),
    "STOP": Word(
        "In a model, STOP WHEN condition ends the run. As a command, STOP ends the session.",
        "STOP WHEN h < 0 'it has landed'",
    ),
    "IF": Word("IF chooses between values; where it switches is an event.", "u = IF e > 1 THEN 1 ELSE e"),
    "AND": Word("AND, OR and NOT join conditions.", "u = IF e > 1 AND NOT y > 2 THEN 1 ELSE 0"),
    "DELAY": Word("DELAY(x, lag, before) is x a time ago, and `before` until then.", "u = DELAY(x, 1.5, 0)"),
    "TABLE": Word(
        "TABLE defines a function by points, with straight lines between them; HOLD and SPLINE are other ways.",
        "TABLE flow(opening)\n  0 0\n  0.5 0.2\n  1 0.3\nEND",
    ),
    "FUNCTION": Word("FUNCTION defines a function of numbers.", "FUNCTION sat(x) = MAX(-1, MIN(1, x))"),
    "SYSTEM": Word(
        "SYSTEM name: type makes a part of a type, such as one of a library.", "SYSTEM R1, R2: electrical.resistor"
    ),
    "CONNECT": Word("CONNECT joins terminals: equal potentials, flows that sum to zero.", "CONNECT R1.n R2.p"),
    "FOR": Word("FOR repeats a statement for a range of integers.", "CONNECT cell[i].n cell[i+1].p FOR i = 1..9"),
    "RANGE": Word("RANGE bounds a parameter or a variable.", "RANGE gain: 0..10"),
    "REQUIRE": Word(
        "REQUIRE asks for a condition on parameters; values that do not meet it are refused.",
        "REQUIRE low < high 'the limits are in the wrong order'",
    ),
    "RECT": Word("RECT draws numbers between 0 and 1, NORM normally distributed ones, at samples.", "y = NORM()"),
}
WORDS |= {
    alias: WORDS[word]
    for alias, word in {"THEN": "IF", "ELSE": "IF", "OR": "AND", "NOT": "AND", "NORM": "RECT"}.items()
}

_CALLED = {*NAMED_FUNCTIONS, *SOFT_WORDS} - {"pi"}
FUNCTIONS = tuple(sorted(name.upper() for name in _CALLED if name.upper() not in WORDS))
