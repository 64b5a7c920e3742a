"""Linear models: poles, responses, margins, reduction, designs."""

from .constructors import state_space, transfer_function
from .curves import RootLocus, bode, nichols, nyquist, pole_zero_map, root_locus, sigma, step_figure
from .designs import PID, Estimator, FirstOrderProcess, OutputFeedback, StateFeedback, fitted_process, output_feedback
from .exponential import exponential
from .frequency import FrequencyResponse, Margins
from .linear_model import LinearModel
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
    "RootLocus",
    "StateFeedback",
    "TimeResponse",
    "bode",
    "exponential",
    "fitted_process",
    "nichols",
    "nyquist",
    "output_feedback",
    "pole_zero_map",
    "root_locus",
    "sigma",
    "state_space",
    "step_figure",
    "transfer_function",
]
