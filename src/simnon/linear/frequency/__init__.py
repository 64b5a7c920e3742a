"""Linear models in the frequency domain, exact with delays."""

from .evaluate import evaluator, transfer_matrix
from .grid import at_frequencies, chosen_frequencies
from .margins import Margins, margins
from .response import FrequencyResponse, frequency_response, singular_values, unwrapped_phase

__all__ = [
    "FrequencyResponse",
    "Margins",
    "at_frequencies",
    "chosen_frequencies",
    "evaluator",
    "frequency_response",
    "margins",
    "singular_values",
    "transfer_matrix",
    "unwrapped_phase",
]
