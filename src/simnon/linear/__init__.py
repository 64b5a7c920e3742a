"""Linear models: poles, responses, margins, reduction, designs."""

from .designs import PID, Estimator, FirstOrderProcess, OutputFeedback, StateFeedback, fitted_process, output_feedback
from .frequency import FrequencyResponse, Margins
from .linear_model import LinearModel, state_space, transfer_function
from .poles import Mode, Modes
from .realisation import DelayChannels
from .reduction import Reduction
from .responses import TimeResponse
from .structure import Reach

__all__ = [
    "PID",
    "DelayChannels",
    "Estimator",
    "FirstOrderProcess",
    "FrequencyResponse",
    "LinearModel",
    "Margins",
    "Mode",
    "Modes",
    "OutputFeedback",
    "Reach",
    "Reduction",
    "StateFeedback",
    "TimeResponse",
    "fitted_process",
    "output_feedback",
    "state_space",
    "transfer_function",
]
