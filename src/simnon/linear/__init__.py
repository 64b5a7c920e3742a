"""Linear models: poles, responses, margins, reduction, designs."""

from .exponential import exponential
from .linear_model import DelayChannels, LinearModel, state_space

__all__ = ["DelayChannels", "LinearModel", "exponential", "state_space"]
