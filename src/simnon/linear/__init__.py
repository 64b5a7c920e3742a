"""Linear models: poles, responses, margins, reduction, designs."""

from .linear_model import LinearModel, state_space, transfer_function
from .poles import Mode, Modes
from .realisation import DelayChannels
from .structure import Reach

__all__ = ["DelayChannels", "LinearModel", "Mode", "Modes", "Reach", "state_space", "transfer_function"]
