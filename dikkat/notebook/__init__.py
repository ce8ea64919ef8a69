"""What a lesson imports: pictures of attention, and checks that say what went wrong."""

from .checks import Check, CheckFailed
from .heatmaps import show_scores, show_weights

__all__ = ["Check", "CheckFailed", "show_scores", "show_weights"]
