"""What both tracers write: one JSON list a line, into one file a process, each line written at once.

    ["f", 1, "pkg/a.py", 12, -1, "Dog.bark"]     function 1: path, first line (decorators count), no column, name
    ["s", 4, 1, 14, 8]                           call site 4 in function 1 ran: line and column of the callee's name
    ["c", 1, 4, 2, "direct", ""]                 function 1 called function 2 at site 4 (0: no call is written)
    ["o", 4]                                     site 4 called something outside the repository

A function without a name is a file. Ways: direct, construct, implicit, decorated, wrapper, outside, runtime.
"""

import ast
import json
import os
import sys


class Recorder:
    def __init__(self):
        folder = os.environ["REVIEWGRAPH_WITNESS_ROOT"]
        self.out = os.environ["REVIEWGRAPH_WITNESS_OUT"]
        with open(os.environ["REVIEWGRAPH_WITNESS_FILES"], encoding="utf-8") as listed:
            self.paths = {os.path.join(folder, path): path for path in json.load(listed)}
        self.handle = -1
        self.owner = -1
        self.numbers = {}
        self.written = set()
        self.calls = {}
        self.next = 1

    def write(self, *row):
        if self.owner != os.getpid():
            self._open()
        if row in self.written:
            return
        self.written.add(row)
        os.write(self.handle, (json.dumps(row) + "\n").encode("utf-8"))

    def _open(self):
        """A forked process knows the numbers of its parent, and says in a file of its own what they mean."""
        before = list(self.numbers.values())
        self.owner = os.getpid()
        name = os.path.join(self.out, "python-%d.ndjson" % self.owner)
        self.handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for row in before:
            os.write(self.handle, (json.dumps(row) + "\n").encode("utf-8"))

    def path_of(self, code):
        """Path of the repository's file that the code stands in, or None."""
        name = code.co_filename
        found = self.paths.get(name)
        if found is None and not name.startswith("<"):
            found = self.paths.get(os.path.realpath(name))
        return found

    def _number(self, key, row):
        known = self.numbers.get(key)
        if known is None:
            known = (row[0], self.next) + row[1:]
            self.next += 1
            self.write(*known)
            self.numbers[key] = known
        return known[1]

    def function(self, path, line, name):
        return self._number(("f", path, line, name), ("f", path, line, -1, name))

    def code(self, path, code):
        if code.co_name == "<module>":
            return self.function(path, 0, "")
        return self.function(path, code.co_firstlineno, code.co_qualname)

    def class_(self, cls):
        """Number of a class of the repository, or 0. Packages may say another `__module__`; its functions do not."""
        name = next(_files_of(cls), None)
        if name is None:
            name = getattr(sys.modules.get(getattr(cls, "__module__", None) or ""), "__file__", None)
        path = self.paths.get(name) or (self.paths.get(os.path.realpath(name)) if name else None)
        return 0 if path is None else self.function(path, 0, cls.__qualname__)

    def site(self, path, code, offset):
        """Number of the call that stands at an instruction, or 0 where none is written."""
        place = self._call_at(path, code, offset)
        if place is None:
            return 0
        caller = self.code(path, code)
        return self._number(("s", caller) + place[:2], ("s", caller) + place[:2])

    def written_name(self, path, code, offset):
        """Name of the callee as it is written, "" where it has none."""
        place = self._call_at(path, code, offset)
        return "" if place is None else place[2]

    def _call_at(self, path, code, offset):
        positions = list(code.co_positions())[offset // 2]
        known = self.calls.get(path)
        if known is None:
            known = self.calls[path] = _read_calls(code.co_filename)
        return known.get((positions[1], positions[3]))


def _files_of(cls):
    for value in list(vars(cls).values()):
        function = getattr(value, "__func__", value)
        code = getattr(function, "__code__", None)
        if code is not None and function.__qualname__.startswith(cls.__qualname__ + "."):
            if not code.co_filename.startswith("<"):
                yield code.co_filename


def _read_calls(file):
    """Where a call ends → where the last name of its callee stands, or where a callee without one ends.

    No two calls end at one place.
    """
    try:
        with open(file, "rb") as source:
            text = source.read()
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return {}
    lines = text.split(b"\n")
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        callee = node.func
        line, column = callee.end_lineno, callee.end_col_offset
        if isinstance(callee, ast.Attribute):
            column -= len(callee.attr.encode("utf-8"))
        elif isinstance(callee, ast.Name):
            column = callee.col_offset
        characters = len(lines[line - 1][:column].decode("utf-8", "replace"))
        name = getattr(callee, "attr", getattr(callee, "id", ""))
        found[(node.end_lineno, node.end_col_offset)] = (line, characters, name)
    return found
