"""Linear models in the frequency domain, exact with delays."""

from .evaluate import transfer_matrix

__all__ = ["transfer_matrix"]
