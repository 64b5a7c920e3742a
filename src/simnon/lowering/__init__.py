"""Model+Schedule -> Program, and kernels -> Program."""

from .lower_model import lower_model

__all__ = ["lower_model"]
