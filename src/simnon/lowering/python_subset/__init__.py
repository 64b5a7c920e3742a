"""Python text in a small typed subset -> Functions of a program."""

from .refusal import NotInSubset
from .signature import Signature, Translation, signatures
from .translate import translate, translate_user_function

__all__ = ["NotInSubset", "Signature", "Translation", "signatures", "translate", "translate_user_function"]
