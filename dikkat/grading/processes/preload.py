"""Work that the fork server does once, so that no notebook has to. Importing this module does it.

It finds fonts, lays out text, encodes a picture, compiles nbformat's schema, and indexes the
modules that a traceback searches. It runs no PyTorch operation: see `client`.
"""

import contextlib
import importlib
import inspect
import io

import nbformat
import numpy as np
from matplotlib.backends import backend_registry

from dikkat.notebook import heatmaps

# What IPython imports when a shell starts and when it shows its first error.
SHELL = [
    "IPython.core.completerlib", "IPython.core.crashhandler", "IPython.core.logger",
    "IPython.core.magics", "IPython.core.magics.ast_mod", "IPython.core.magics.execution",
    "IPython.core.magics.pylab", "IPython.core.oinspect", "IPython.core.pylabtools",
    "matplotlib_inline.backend_inline", "pygments.formatters.terminal256", "pygments.styles",
    "stack_data.core",
]  # fmt: skip


def _draw() -> None:
    """Draws a heatmap of each kind."""
    with contextlib.redirect_stdout(io.StringIO()):
        masked = np.triu(np.ones((2, 3, 3), dtype=bool), k=1)
        for show in (heatmaps.show_weights, heatmaps.show_scores):
            show(np.full((2, 3, 3), 1 / 3), masked=masked)._repr_mimebundle_()


def _validate() -> None:
    """Validates an output and a notebook."""
    output = nbformat.v4.new_output("display_data", {"text/plain": ""})
    nbformat.validate(output, ref="output", version=4)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=[output])])
    nbformat.validate(notebook)


for name in SHELL:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
with contextlib.suppress(
    Exception
):  # every shell asks for it, and it reads the metadata of all packages
    backend_registry.resolve_gui_or_backend("inline")
_draw()
_validate()
inspect.getmodule(_draw.__code__)
