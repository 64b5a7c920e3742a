"""Linear models: poles, responses, margins, reduction, designs."""

from .frequency import FrequencyResponse, Margins
from .linear_model import LinearModel, state_space, transfer_function
from .poles import Mode, Modes
from .realisation import DelayChannels
from .reduction import Reduction
from .responses import TimeResponse
from .structure import Reach

__all__ = [
    "DelayChannels",
    "FrequencyResponse",
    "LinearModel",
    "Margins",
    "Mode",
    "Modes",
    "Reach",
    "Reduction",
    "TimeResponse",
    "state_space",
    "transfer_function",
]
