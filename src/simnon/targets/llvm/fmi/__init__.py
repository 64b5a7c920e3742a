"""The functions of FMI around a program, as LLVM text: instances, numbers, steps; nothing is compiled by the user."""

import re

from ...instance_image import InstanceImage
from .dispatch import alternative_symbol, dispatch_text
from .fmi2 import fmi2_text
from .fmi3 import fmi3_text
from .instance import instance_text
from .memory import ENTRY_POINT, memory_text
from .services import common_text

__all__ = ["ENTRY_POINT", "alternative_symbol", "dispatch_text", "exported_names", "fmi_text", "memory_text"]


def fmi_text(image: InstanceImage, version: int) -> str:
    """To be compiled with the text of the program; `memory_text` of the system is needed too."""
    functions = fmi3_text(image) if version == 3 else fmi2_text(image)
    return "\n".join([instance_text(image), common_text(image), functions, ""])


def exported_names(text: str) -> tuple[str, ...]:
    """The functions of FMI that the text defines."""
    return tuple(re.findall(r"^define [^@\n]*@(fmi[23]\w+)\(", text, re.M))
