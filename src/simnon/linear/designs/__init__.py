"""Linear models -> regulators and estimators, each with its gains, its closed-loop poles and its text."""

from .estimator import Estimator, kalman, observer
from .output_feedback import OutputFeedback, output_feedback
from .pid import PID
from .pid_rules import lambda_tuning, ziegler_nichols
from .pid_sensitivity import pid_for_sensitivity
from .process import FirstOrderProcess, fitted_process
from .state_feedback import StateFeedback, lqr, pole_placement

__all__ = [
    "PID",
    "Estimator",
    "FirstOrderProcess",
    "OutputFeedback",
    "StateFeedback",
    "fitted_process",
    "kalman",
    "lambda_tuning",
    "lqr",
    "observer",
    "output_feedback",
    "pid_for_sensitivity",
    "pole_placement",
    "ziegler_nichols",
]
