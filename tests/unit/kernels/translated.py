"""The kernels translated, once for all tests."""

import ast
from functools import cache

from simnon.kernels import KERNELS, kernel_source, newton_numbers
from simnon.lowering.python_subset import Signature, Translation, signatures, translate
from simnon.program import ConstantArray, Function
from tests.unit.lowering.python_subset.running import Runner


@cache
def translated_kernels() -> Translation:
    """Every function of every kernel, as one program would hold them."""
    functions: list[Function] = []
    constants: list[ConstantArray] = []
    known: dict[str, Signature] = {}
    for name in dict.fromkeys(module for modules in KERNELS.values() for module in modules):
        text = kernel_source(name)
        names = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
        translation = translate(text, names, known, newton_numbers())
        functions += translation.functions
        constants += translation.constants
        known |= signatures(translation.functions)
    return Translation(tuple(functions), tuple(constants))


@cache
def kernel(name: str, target: str) -> Runner:
    return Runner(translated_kernels(), name, target)
