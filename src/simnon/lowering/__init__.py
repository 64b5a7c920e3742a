"""Model+Schedule -> Program, and kernels -> Program."""

from .lower_jacobian import lower_jacobian
from .lower_model import lower_model

__all__ = ["lower_jacobian", "lower_model"]
