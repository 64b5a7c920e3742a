"""Linear models: poles, responses, margins, reduction, designs."""

from .linear_model import DelayChannels, LinearModel, state_space

__all__ = ["DelayChannels", "LinearModel", "state_space"]
