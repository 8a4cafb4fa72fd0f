"""Python runs this module before anything else, because the witness puts its folder first on PYTHONPATH.

It starts the tracer in every Python process of the test command, subprocesses included, and then runs the
`sitecustomize` that would have been found without it.
"""

import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _start():
    if "REVIEWGRAPH_WITNESS_OUT" not in os.environ:
        return
    if sys.version_info >= (3, 11):
        import witness_trace

        witness_trace.start()
    else:
        out = os.path.join(os.environ["REVIEWGRAPH_WITNESS_OUT"], "python-%d.refused" % os.getpid())
        with open(out, "w") as refused:
            refused.write("Python 3.11 or newer is needed to trace; this is %d.%d." % sys.version_info[:2])


def _run_hidden():
    """Another sitecustomize of this environment is found once this one is out of the way."""
    import importlib.machinery
    import importlib.util

    rest = [folder for folder in sys.path if os.path.abspath(folder or os.curdir) != _here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", rest)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_start()
_run_hidden()
