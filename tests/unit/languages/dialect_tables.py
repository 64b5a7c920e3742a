"""DATA: formulas and conditions of each dialect with their values, covering every operator and function."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from simnon.languages.acsl.building.functions import FUNCTIONS as ACSL_FUNCTIONS
from simnon.languages.acsl.grammar import GRAMMAR as ACSL
from simnon.languages.csmp.blocks import BLOCKS as CSMP_BLOCKS
from simnon.languages.csmp.grammar import GRAMMAR as CSMP
from simnon.languages.darep.grammar import GRAMMAR as DAREP
from simnon.languages.desire.grammar import GRAMMAR as DESIRE
from simnon.languages.simnon72.words import GRAMMAR as SIMNON72
from simnon.languages.xpp.grammar import GRAMMAR as XPP
from simnon.languages.xpp.grammar import OTHERS, SAME

Table = dict[str, float]


@dataclass(frozen=True, slots=True)
class Dialect:
    """Formulas and conditions of p = 2 and q = 3, and the program that computes them as f0, f1, ... and d0, d1, ..."""

    extension: str
    formulas: Table
    conditions: Table
    program: Callable[[list[str], list[str]], str]
    operators: tuple[str, ...]
    functions: tuple[str, ...]
    truth: tuple[float, float] = (1.0, 0.0)
    """The values of a condition that holds, and of one that does not."""


def logic(conditions: str) -> Table:
    """Lines `condition: 0 or 1`."""
    rows = (line.rpartition(":") for line in conditions.splitlines() if line.strip())
    return {condition.strip(): float(truth) for condition, _, truth in rows}


ARITHMETIC: Table = {
    "p+q": 5,
    "p-q": -1,
    "p-q-p": -3,
    "p-(q-p)": 1,
    "p*q": 6,
    "p+q*q": 11,
    "(p+q)*q": 15,
    "p/q": 2 / 3,
    "p/q/p": 1 / 3,
    "p/q*p": 4 / 3,
    "-p*q": -6,
    "q-p*q": -3,
}
ELEMENTARY: Table = {
    "abs(-q)": 3,
    "sqrt(q)": math.sqrt(3),
    "exp(p)": math.exp(2),
    "sin(p)": math.sin(2),
    "cos(p)": math.cos(2),
    "tan(p)": math.tan(2),
    "atan(p)": math.atan(2),
    "atan2(p,-q)": math.atan2(2, -3),
    "sinh(p)": math.sinh(2),
    "cosh(p)": math.cosh(2),
    "tanh(p)": math.tanh(2),
}
COMPARISONS = """
p {lt} q: 1
q {lt} p: 0
p {lt} p: 0
p {gt} q: 0
q {gt} p: 1
p {gt} p: 0
p {le} q: 1
q {le} p: 0
p {le} p: 1
p {ge} q: 0
q {ge} p: 1
p {ge} p: 1
p {eq} q: 0
p {eq} p: 1
p {ne} q: 1
p {ne} p: 0
"""
CONNECTIVES = """
{yes} {and} {yes}: 1
{yes} {and} {no}: 0
{no} {and} {yes}: 0
{no} {and} {no}: 0
{yes} {or} {yes}: 1
{yes} {or} {no}: 1
{no} {or} {yes}: 1
{no} {or} {no}: 0
{yes} {or} {yes} {and} {no}: 1
{no} {and} {no} {or} {yes}: 1
({yes} {or} {yes}) {and} {no}: 0
{no} {or} {yes} {and} {yes}: 1
{no} {or} {no} {and} {yes}: 0
{yes} {and} {yes} {and} {no}: 0
{no} {or} {no} {or} {yes}: 1
"""
NEGATIONS = """
{not} {yes}: 0
{not} {no}: 1
{not} {no} {and} {yes}: 1
{not} {yes} {or} {yes}: 1
{not} {yes} {and} {no}: 0
{not} ({yes} {or} {yes}): 0
"""
PLAIN = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=", "ne": "<>"}
DOTTED = {name: f".{name}." for name in (*PLAIN, "and", "or", "not")}


def words(table: str, spelling: dict[str, str]) -> Table:
    known = {"yes": "p {lt} q", "no": "q {lt} p", **spelling}
    return logic(table.format_map(known).format_map(spelling))


def desire(formulas: list[str], conditions: list[str]) -> str:
    """Conditions belong to the experiment above DYNAMIC, which a session executes."""
    before = [f"c{i} = 7" for i in range(len(conditions))]
    choices = [f"if {condition} then c{i} = 1 else c{i} = 0 proceed" for i, condition in enumerate(conditions)]
    values = [f"f{i} = {formula}" for i, formula in enumerate(formulas)]
    kept = [f"d{i} = c{i}" for i in range(len(conditions))]
    return "\n".join(["p = 2 | q = 3 | x = 0", *before, *choices, "DYNAMIC", *values, *kept, "d/dt x = p + q", ""])


def xpp(formulas: list[str], conditions: list[str]) -> str:
    values = [f"f{i}={formula}" for i, formula in enumerate(formulas)]
    truth_values = [f"d{i}=if({condition})then(1)else(0)" for i, condition in enumerate(conditions)]
    return "\n".join(["x'=0", "par p=2,q=3", *values, *truth_values, "done", ""])


def csmp(formulas: list[str], conditions: list[str]) -> str:
    values = [f"F{i}={formula}" for i, formula in enumerate(formulas)]
    truth_values = [f"D{i}=0.0\nIF({condition}) D{i}=1.0" for i, condition in enumerate(conditions)]
    return "\n".join(["NOSORT", *values, *truth_values, "PARAM P=2.0,Q=3.0", "TIMER FINTIM=1.0", "END", "STOP", ""])


def darep(formulas: list[str], conditions: list[str]) -> str:
    values = [f"   F{i} = {formula}" for i, formula in enumerate(formulas)]
    truth_values = [
        f"   PROCED D{i} = P, Q\n   D{i} = 0.0\n   IF ({condition}) D{i} = 1.0\n   ENDPRO"
        for i, condition in enumerate(conditions)
    ]
    return "\n".join([" $D1", *values, *truth_values, "END", "P = 2.0, Q = 3.0", "END", ""])


def acsl(formulas: list[str], conditions: list[str]) -> str:
    values = [f"  f{i} = {formula}" for i, formula in enumerate(formulas)]
    truth_values = [f"  d{i} = RSW({condition}, 1.0, 0.0)" for i, condition in enumerate(conditions)]
    return "\n".join(["PROGRAM m", "  CONSTANT p = 2.0, q = 3.0", *values, *truth_values, "END", ""])


def simnon72(formulas: list[str], conditions: list[str]) -> str:
    values = [f"F{i}={formula}" for i, formula in enumerate(formulas)]
    truth_values = [f"D{i}={condition}" for i, condition in enumerate(conditions)]
    return "\n".join(["P:2", "Q:3", *values, *truth_values, "*END", ""])


FORTRAN: Table = {
    **ELEMENTARY,
    "alog(q)": math.log(3),
    "alog10(q)": math.log10(3),
    "asin(p/q)": math.asin(2 / 3),
    "acos(p/q)": math.acos(2 / 3),
    "p**q": 8,
    "-p**2": -4,
    "2.0*p**q": 16,
    "aint(-2.7)": -2,
    "amod(-7.0,q)": -1,
    "sign(p,-q)": -2,
    "sign(-p,q)": 2,
    "amax1(p,q,1.0)": 3,
    "amin1(p,q,1.0)": 1,
}
WHOLE: Table = {"float(int(-2.7))": -2, "float(ifix(2.7))": 2, "float(iabs(-4))": 4, "float(mod(-7,3))": -1}

CSMP_PAGES = {name for name, block in CSMP_BLOCKS.items() if block.is_stateful or block.kept} | {"OUTSW", "IMPL"}
"""Blocks with state, curves, two outputs or a loop: they have their own pages."""

DIALECTS = {
    "desire": Dialect(
        ".src",
        {
            **ARITHMETIC,
            **ELEMENTARY,
            "p^q": 8,
            "p^q^p": 64,
            "-p^2": -4,
            "ln(q)": math.log(3),
            "asin(p/q)": math.asin(2 / 3),
            "acos(p/q)": math.acos(2 / 3),
            "int(-2.7)": -2,
            "sgn(-q)": -1,
            "sgn(p-p)": 0,
            "swtch(p)": 1,
            "swtch(p-p)": 0,
            "swtch(-p)": 0,
        },
        words(COMPARISONS + CONNECTIVES, {**PLAIN, "and": "and", "or": "or"}),
        desire,
        tuple(DESIRE.infix),
        tuple(DESIRE.functions),
    ),
    "xpp": Dialect(
        ".ode",
        {
            **ARITHMETIC,
            **ELEMENTARY,
            "p^q": 8,
            "p**q": 8,
            "-p^2": -4,
            "ln(q)": math.log(3),
            "log(q)": math.log(3),
            "log10(q)": math.log10(3),
            "asin(p/q)": math.asin(2 / 3),
            "acos(p/q)": math.acos(2 / 3),
            "sign(-p)": -1,
            "min(p,q)": 2,
            "max(p,q)": 3,
            "heav(p)": 1,
            "heav(p-2)": 1,
            "heav(-p)": 0,
            "flr(-2.7)": -3,
            "flr(p)": 2,
            "ceil(2.3)": 3,
            "ceil(-2.3)": -2,
            "mod(-7,q)": 2,
            "mod(7,q)": 1,
        },
        words(COMPARISONS + CONNECTIVES, {**PLAIN, "eq": "==", "ne": "!=", "and": "&", "or": "|"})
        | words("{not}({yes}): 0\n{not}({no}): 1\n{not}({no}){and}{yes}: 1", {"not": "not", "lt": "<", "and": "&"}),
        xpp,
        tuple(XPP.infix),
        tuple(name for name in (*SAME, *OTHERS) if name not in ("ran", "normal", "delay", "shift", "del_shft")),
    ),
    "csmp": Dialect(
        ".csm",
        {
            **ARITHMETIC,
            **FORTRAN,
            "arsin(p/q)": math.asin(2 / 3),
            "arcos(p/q)": math.acos(2 / 3),
            "int(-2.7)": -2,
            "ifix(2.7)": 2,
            "iabs(-q)": 3,
            "mod(-7.0,q)": -1,
            "isign(p,-q)": -2,
            "dim(q,p)": 1,
            "dim(p,q)": 0,
            "float(p)": 2,
            **{f"{name}(p,q,1.0)": 3.0 for name in ("amax0", "max0", "max1")},
            **{f"{name}(p,q,1.0)": 1.0 for name in ("amin0", "min0", "min1")},
            "insw(-p,1.0,2.0)": 1,
            "insw(p-p,1.0,2.0)": 2,
            "fcnsw(-p,1.0,2.0,3.0)": 1,
            "fcnsw(p-p,1.0,2.0,3.0)": 2,
            "fcnsw(p,1.0,2.0,3.0)": 3,
            "compar(p,q)": 0,
            "compar(q,p)": 1,
            "compar(p,p)": 1,
            "limit(-1.0,1.0,p)": 1,
            "limit(-1.0,1.0,-p)": -1,
            "deadsp(-1.0,1.0,-q)": -2,
            "deadsp(-1.0,1.0,q)": 2,
            "deadsp(-1.0,4.0,q)": 0,
            "qntzr(0.5,0.7*p)": 1.5,
            "qntzr(0.5,-0.7*p)": -1.5,
            "step(0.0)": 1,
            "step(p)": 0,
            "ramp(-p)": 2,
            "sine(-p,q,1.0)": math.sin(7),
            "and(p,q)": 1,
            "and(p,-q)": 0,
            "and(p,q,-p)": 0,
            "nand(p,q)": 0,
            "nand(p,-q)": 1,
            "ior(p,-q)": 1,
            "ior(-p,-q)": 0,
            "nor(p,-q)": 0,
            "nor(-p,-q)": 1,
            "eor(p,-q)": 1,
            "eor(-p,q)": 1,
            "eor(p,q)": 0,
            "eor(-p,-q)": 0,
            "equiv(p,q)": 1,
            "equiv(p,-q)": 0,
            "not(p)": 0,
            "not(p-p)": 1,
        },
        words(COMPARISONS + CONNECTIVES + NEGATIONS, DOTTED),
        csmp,
        tuple(CSMP.infix),
        (*CSMP.functions, *(name.strip("_") for name in CSMP_BLOCKS if name not in CSMP_PAGES)),
    ),
    "darep": Dialect(
        ".dar",
        {
            **ARITHMETIC,
            **FORTRAN,
            **WHOLE,
            "log(q)": math.log(3),
            "log10(q)": math.log10(3),
            "float(isign(2,-3))": -2,
            "float(isign(-2,3))": 2,
            "float(max0(2,3))": 3,
            "float(min0(2,3))": 2,
            "7/2+p": 5,
            "-7/2+p": -1,
            "7.0/2+p": 5.5,
        },
        words(COMPARISONS + CONNECTIVES + NEGATIONS, DOTTED),
        darep,
        tuple(DAREP.infix),
        tuple(DAREP.functions),
    ),
    "acsl": Dialect(
        ".csl",
        {
            **ARITHMETIC,
            **FORTRAN,
            **WHOLE,
            "p^q": 8,
            "p**q**p": 512,
            "pow(p,q)": 8,
            "log(q)": math.log(3),
            "log10(q)": math.log10(3),
            "nint(-2.7)": -3,
            "nint(2.4)": 2,
            "anint(2.5)": 3,
            "sign(-q)": -1,
            "sign(p,p-p)": 2,
            "dim(q,p)": 1,
            "dim(p,q)": 0,
            **{f"{name}(p,q,1.0)": 3.0 for name in ("max", "amax0", "max0", "max1")},
            **{f"{name}(p,q,1.0)": 1.0 for name in ("min", "amin0", "min0", "min1")},
            **{f"{name}(p)": 2.0 for name in ("real", "dble", "dfloat")},
            "step(0.0)": 1,
            "step(p)": 0,
            "ramp(-p)": 2,
            "ramp(p)": 0,
            "pulse(-p,q,2.5)": 1,
            "pulse(-p,q,1.5)": 0,
            "pulse(p,q,2.5)": 0,
            "harm(-p,q,1.0)": math.sin(7),
            "harm(p,q,1.0)": 0,
            "dead(-1.0,1.0,q)": 2,
            "dead(-1.0,1.0,-p)": -1,
            "dead(-1.0,4.0,q)": 0,
            "bound(-1.0,1.0,p)": 1,
            "bound(-1.0,1.0,-p)": -1,
            "qntzr(0.5,0.7*p)": 1.5,
            "qntzr(0.5,-0.7*p)": -1.5,
            "rsw(p<q,p,q)": 2,
            "lsw(p>q,p,q)": 3,
            "fcnsw(-p,1.0,2.0,3.0)": 1,
            "fcnsw(p-p,1.0,2.0,3.0)": 2,
            "fcnsw(p,1.0,2.0,3.0)": 3,
            "rtp(q,2*p)": 5,
        },
        words(COMPARISONS + CONNECTIVES + NEGATIONS, DOTTED)
        | words(COMPARISONS, {**PLAIN, "eq": "==", "ne": "/="})
        | logic(
            """
            p<q .eqv. q>p: 1
            p<q .eqv. p>q: 0
            p>q .eqv. p>q: 1
            p<q .neqv. q>p: 0
            p<q .neqv. p>q: 1
            p<q .xor. p>q: 1
            .true.: 1
            .false.: 0
            """
        ),
        acsl,
        tuple(ACSL.infix),
        tuple(ACSL_FUNCTIONS),
    ),
    "simnon72": Dialect(
        ".non",
        {
            **{formula.upper(): value for formula, value in ARITHMETIC.items()},
            "P^Q": 8,
            "P↑Q": 8,
            "P^Q^P": 64,
            "SIN(P)": math.sin(2),
            "COS(P)": math.cos(2),
            "EXP(P)": math.exp(2),
            "SQRT(Q)": math.sqrt(3),
            "ATAN(P)": math.atan(2),
            "ABS(-Q)": 3,
            "ALOG(Q)": math.log(3),
            "TANH(P)": math.tanh(2),
            "AINT(-2.7)": -2,
            "ATAN2(P,-Q)": math.atan2(2, -3),
            "AMOD(-7,Q)": -1,
            "SIGN(P,-Q)": -2,
            "SIGN(-P,Q)": 2,
            "IF P<Q THEN P ELSE Q": 2,
            "IF P>Q THEN P ELSE Q": 3,
        },
        {
            condition.upper(): truth
            for condition, truth in words(
                "\n".join(
                    line for line in COMPARISONS.splitlines() if "{le}" not in line and "{ge}" not in line
                ).replace("p {ne} q: 1\np {ne} p: 0", "")
                + CONNECTIVES
                + NEGATIONS,
                {**PLAIN, "and": "and", "or": "or", "not": "not"},
            ).items()
        },
        simnon72,
        tuple(SIMNON72.infix),
        tuple(SIMNON72.functions),
        (1.0, -1.0),
    ),
}
