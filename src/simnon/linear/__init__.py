"""Linear models: poles, responses, margins, reduction, designs."""

from simnon.doors import front_door

with front_door(__name__):
    from .constructors import state_space, transfer_function
    from .curves import (
        RootLocus,
        bode,
        follow_poles,
        locus_figure,
        nichols,
        nyquist,
        pole_zero_map,
        root_locus,
        sigma,
        step_figure,
    )
    from .designs import (
        PID,
        Estimator,
        FirstOrderProcess,
        OutputFeedback,
        StateFeedback,
        fitted_process,
        output_feedback,
    )
    from .exponential import exponential
    from .frequency import FrequencyResponse, Margins
    from .linear_model import LinearModel
    from .poles import Mode, Modes, modes_of_poles
    from .realisation import DelayChannels
    from .reduction import Reduction
    from .responses import TimeResponse
    from .structure import Reach
    from .system_text import SystemText

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
    "SystemText",
    "TimeResponse",
    "bode",
    "exponential",
    "fitted_process",
    "follow_poles",
    "locus_figure",
    "modes_of_poles",
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
