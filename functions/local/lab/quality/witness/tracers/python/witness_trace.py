"""Which functions of the repository call which, seen while its tests run.

Python 3.12 and newer are watched through `sys.monitoring` (PEP 669): a CALL event tells the object that is called, so
that generators, coroutines, classes and decorated functions are known at the call itself. A PY_START event whose caller
wrote no such call is a property, an operator, a loop, or a callback. Code outside the repository switches its own
events off. Python 3.11 has `sys.setprofile` only, which tells frames: see witness_profile.py.
"""

import functools
import opcode
import sys
import types

from witness_record import Recorder

GENERATES = 0x20 | 0x80 | 0x200  # CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
NEW_LOCALS = 0x02  # CO_NEWLOCALS: modules and bodies of classes have none

_CALLS = ("CALL", "PRECALL", "CALL_KW", "CALL_FUNCTION_EX")
_OPERATIONS = (
    ("attribute", ("LOAD_ATTR", "STORE_ATTR", "DELETE_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM")),
    ("subscript", ("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR", "BINARY_SLICE", "STORE_SLICE")),
    ("context manager", ("BEFORE_WITH", "BEFORE_ASYNC_WITH", "WITH_EXCEPT_START", "LOAD_SPECIAL")),
    (
        "iteration",
        (
            *("FOR_ITER", "GET_ITER", "UNPACK_SEQUENCE", "UNPACK_EX", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE"),
            *("DICT_MERGE", "GET_YIELD_FROM_ITER", "SEND", "GET_AITER", "GET_ANEXT", "GET_AWAITABLE", "END_ASYNC_FOR"),
        ),
    ),
)


def operation(frame):
    """What the instruction that runs in a frame does: `call`, `attribute`, `subscript`, … or `operator`."""
    text = frame.f_code.co_code
    at = frame.f_lasti
    while at > 0 and text[at] == 0:  # An inline cache belongs to the instruction before it.
        at -= 2
    name = opcode.opname[text[at]] if at >= 0 else ""
    if name in _CALLS:
        return "call", at
    for kind, names in _OPERATIONS:
        if name in names:
            return kind, at
    return "operator", at


def is_function(code):
    return bool(code.co_flags & NEW_LOCALS) and code.co_name not in ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")


class Watch:
    """The repository's code objects by identity: equal functions of two files are equal code to Python."""

    def __init__(self):
        self.recorder = Recorder()
        self.known = {}

    def path_of(self, code):
        held = self.known.get(id(code))
        if held is None:
            held = self.known[id(code)] = (code, self.recorder.path_of(code))
        return held[1]

    def number(self, code):
        return self.recorder.code(self.path_of(code), code)

    def outside(self, code, frame, detail):
        """The repository's frame that code outside was called from, if there is one."""
        steps = 0
        while frame is not None and steps < 200:
            if self.path_of(frame.f_code) is not None:
                site = 0
                kind, at = operation(frame)
                if kind == "call":
                    site = self.recorder.site(self.path_of(frame.f_code), frame.f_code, at)
                self.recorder.write("c", self.number(frame.f_code), site, self.number(code), "outside", detail)
                return
            if frame.f_code.co_filename.startswith("<") and frame.f_code.co_filename[1:7] != "frozen":
                detail = "generated"
            frame = frame.f_back
            steps += 1
        self.recorder.write("c", 0, 0, self.number(code), "runtime", detail)


class Monitor(Watch):
    def __init__(self):
        super().__init__()
        self.seen = set()
        self.started = set()
        self.targets = {}
        self.wrappers = set()
        self.disable = sys.monitoring.DISABLE

    def install(self):
        monitoring = sys.monitoring
        tool = next(one for one in (4, 3, 2) if monitoring.get_tool(one) is None)
        monitoring.use_tool_id(tool, "reviewgraph witness")
        events = monitoring.events
        monitoring.register_callback(tool, events.CALL, self.on_call)
        monitoring.register_callback(tool, events.PY_START, self.on_start)
        monitoring.set_events(tool, events.CALL | events.PY_START)

    def on_call(self, code, offset, called, _first):
        if self.path_of(code) is None:
            return self.disable
        kind = type(called)
        if kind is types.MethodType:
            called = called.__func__
            kind = type(called)
        what = called.__code__ if kind is types.FunctionType else called if isinstance(called, type) else kind
        key = (id(code), offset, id(what))
        # What a partial or a cached function runs is known by the object alone, and objects may share an address later.
        if key in self.seen and kind is not functools.partial:
            return None
        self.seen.add(key)
        self.targets.setdefault(key[:2], []).append(what)
        self._record_call(code, offset, called, what)
        return None

    def _record_call(self, code, offset, called, what):
        recorder = self.recorder
        path = self.path_of(code)
        caller = self.number(code)
        name = getattr(what, "co_name", "")
        if name in ("__exit__", "__aexit__") and recorder.written_name(path, code, offset) != name:
            # The end of a `with` block is a call at the place of its expression.
            if self.path_of(what) is not None:
                recorder.write("c", caller, 0, self.number(what), "implicit", "context manager")
            return
        site = recorder.site(path, code, offset)
        inner = self._inside(called)
        if inner is not None:
            self.targets[(id(code), offset)].append(inner)
            recorder.write("c", caller, site, self.number(inner), "decorated", type(called).__name__)
            if isinstance(what, types.CodeType):
                self.wrappers.add(id(what))
        if isinstance(what, types.CodeType):
            if self.path_of(what) is not None:
                way = "wrapper" if inner is not None or id(code) in self.wrappers else "direct"
                if is_function(what):
                    recorder.write("c", caller, site, self.number(what), way, "")
                return
        elif isinstance(what, type) and isinstance(called, type):
            built = recorder.class_(called)
            if built:
                initializer = getattr(getattr(called, "__init__", None), "__code__", None)
                first = self.number(initializer) if initializer and self.path_of(initializer) is not None else 0
                recorder.write("c", caller, site, built, "construct", first)
                return
        if site and inner is None:
            recorder.write("o", site)

    def _inside(self, called):
        """The repository's function that a wrapper or a partial says it stands for."""
        for _ in range(10):
            called = called.func if isinstance(called, functools.partial) else _dict_of(called).get("__wrapped__")
            called = getattr(called, "__func__", called)
            if called is None:
                return None
            code = getattr(called, "__code__", None)
            if isinstance(code, types.CodeType) and self.path_of(code) is not None and "__wrapped__" not in _dict_of(called):
                return code
        return None

    def on_start(self, code, _offset):
        if self.path_of(code) is None:
            return self.disable
        if not is_function(code):
            return None
        frame = sys._getframe(1)
        back = frame.f_back
        key = (id(code), id(back.f_code), back.f_lasti) if back is not None else (id(code), 0, 0)
        if key in self.started:
            return None
        self.started.add(key)
        self._record_start(code, back)
        return None

    def _record_start(self, code, back):
        name = code.co_name
        implicit = name.startswith("__") and name.endswith("__")
        if back is None or self.path_of(back.f_code) is None:
            if not (code.co_flags & GENERATES) or implicit or not self._created(code):
                self.outside(code, back, "")
            return
        kind, at = operation(back)
        targets = self.targets.get((id(back.f_code), at), ())
        if kind == "call":
            # Python 3.12 tells of no call that spreads its arguments, `fn(*args)`.
            if any(one is code for one in targets) or not targets and self._spread(code, back, at):
                return
            if name in ("__init__", "__new__", "__post_init__") and any(isinstance(one, type) for one in targets):
                return
            if name != "__call__":
                if not (code.co_flags & GENERATES) or not self._created(code):
                    self.outside(code, back, "")
                return
            kind = "call method"
        elif code.co_flags & GENERATES and not implicit:
            return  # It was called elsewhere and runs now.
        path = self.path_of(back.f_code)
        site = self.recorder.site(path, back.f_code, at) if kind == "call method" else 0
        self.recorder.write("c", self.number(back.f_code), site, self.number(code), "implicit", kind)

    def _spread(self, code, back, at):
        if opcode.opname[back.f_code.co_code[at]] != "CALL_FUNCTION_EX":
            return False
        way = "wrapper" if id(back.f_code) in self.wrappers else "direct"
        site = self.recorder.site(self.path_of(back.f_code), back.f_code, at)
        self.recorder.write("c", self.number(back.f_code), site, self.number(code), way, "")
        return True

    def _created(self, code):
        return any(one is code for found in list(self.targets.values()) for one in found)


def _dict_of(value):
    try:
        return object.__getattribute__(value, "__dict__")
    except Exception:
        return {}


def start():
    if sys.version_info >= (3, 12):
        Monitor().install()
    else:
        from witness_profile import Profile

        Profile().install()
