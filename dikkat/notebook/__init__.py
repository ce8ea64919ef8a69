"""What a lesson imports: pictures of attention, and checks that say what went wrong."""

from importlib import import_module

# Imported when they are first used: commands need `failures` alone, and not matplotlib.
_HOMES = {
    "Check": "checks",
    "CheckFailed": "checks",
    "show_curves": "curves",
    "show_scores": "heatmaps",
    "show_weights": "heatmaps",
}
__all__ = list(_HOMES)


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
