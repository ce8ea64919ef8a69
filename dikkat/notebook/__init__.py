"""What a lesson imports: heatmaps, loss curves, and checks that say what went wrong."""

from .checks import Check, CheckFailed
from .curves import show_curves
from .heatmaps import show_scores, show_weights

__all__ = ["Check", "CheckFailed", "show_curves", "show_scores", "show_weights"]
