"""The witness of Python 3.11, which has no `sys.monitoring`: `sys.setprofile` tells frames that begin, not what is called.

What is known less well than in 3.12: a generator is called by whoever first runs it; a class that writes no `__init__`
of its own is seen only when a generated one runs; a decorated function is called by its wrapper.
"""

import sys
import threading

from witness_trace import GENERATES, Watch, is_function, operation


class Profile(Watch):
    def __init__(self):
        super().__init__()
        self.seen = set()
        self.inside_builtins = set()

    def install(self):
        threading.setprofile(self.on_event)
        sys.setprofile(self.on_event)

    def on_event(self, frame, event, _argument):
        if event == "call":
            self._on_start(frame)
        elif event == "c_call":
            if self.path_of(frame.f_code) is not None:
                self.inside_builtins.add(id(frame))
                self._builtin_site(frame)
        elif event != "return":
            self.inside_builtins.discard(id(frame))

    def _builtin_site(self, frame):
        key = (0, id(frame.f_code), frame.f_lasti)
        if key in self.seen:
            return
        self.seen.add(key)
        site = self._site(frame)
        if site:
            self.recorder.write("o", site)

    def _site(self, frame):
        kind, at = operation(frame)
        return self.recorder.site(self.path_of(frame.f_code), frame.f_code, at) if kind == "call" else 0

    def _on_start(self, frame):
        code = frame.f_code
        back = frame.f_back
        if self.path_of(code) is None:
            if back is not None and self.path_of(back.f_code) is not None:
                self._left(frame, back)
            return
        if not is_function(code):
            return
        builds = code.co_name == "__init__"
        owner = type(frame.f_locals.get(code.co_varnames[0])) if builds and code.co_argcount else None
        key = (id(code), id(back.f_code), back.f_lasti, id(owner)) if back is not None else (id(code), 0, 0, 0)
        if key in self.seen:
            return
        self.seen.add(key)
        if back is None or self.path_of(back.f_code) is None or id(back) in self.inside_builtins:
            self.outside(code, back, "")
        else:
            self._inside(frame, back, owner)

    def _left(self, frame, back):
        """The repository called code outside; a generated `__init__` builds a class of the repository."""
        code = frame.f_code
        owner = None
        if code.co_name == "__init__" and code.co_filename.startswith("<") and code.co_argcount:
            owner = type(frame.f_locals.get(code.co_varnames[0]))
        key = (1, id(back.f_code), back.f_lasti, id(owner))
        if key in self.seen:
            return
        self.seen.add(key)
        site = self._site(back)
        built = self.recorder.class_(owner) if owner is not None else 0
        if built:
            self.recorder.write("c", self.number(back.f_code), site, built, "construct", 0)
        elif site:
            self.recorder.write("o", site)

    def _inside(self, frame, back, owner):
        code = frame.f_code
        caller = self.number(back.f_code)
        kind, _ = operation(back)
        site = self._site(back)
        dunder = code.co_name.startswith("__") and code.co_name.endswith("__")
        if kind != "call":
            if not code.co_flags & GENERATES or dunder or kind != "operator":
                way = "implicit" if not code.co_flags & GENERATES or dunder else "direct"
                self.recorder.write("c", caller, site, self.number(code), way, kind)
            return
        if owner is not None and not self._delegates(frame, back):
            built = self.recorder.class_(owner)
            if built:
                self.recorder.write("c", caller, site, built, "construct", self.number(code))
                return
        way, detail = "direct", ""
        if code.co_name in ("__exit__", "__aexit__") and site == 0:
            way, detail = "implicit", "context manager"
        elif code.co_name == "__call__":
            way, detail = "implicit", "call method"
        self.recorder.write("c", caller, site, self.number(code), way, detail)

    @staticmethod
    def _delegates(frame, back):
        """`super().__init__()`: the caller initializes the same object."""
        names = back.f_code.co_varnames
        own = frame.f_locals.get(frame.f_code.co_varnames[0])
        return bool(names) and back.f_code.co_argcount > 0 and back.f_locals.get(names[0]) is own
