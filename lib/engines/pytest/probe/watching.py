"""Which tests are looked at, what they call, which lines they execute, and how they end."""

import ast
import json
import os
import re
import sys
import threading


def outcome_of(report):
    return "xfailed" if hasattr(report, "wasxfail") and report.skipped else report.outcome


def path_of(item):
    return str(getattr(item, "path", None) or item.fspath)


def choose(items, request, root):
    """The tests that are named first, then those that the change touches, in their order."""
    named = set(request["named"])
    touched = [item for item in items if item.nodeid not in named and _is_touched(item, request, root)]
    return ([item for item in items if item.nodeid in named] + touched)[: request["tests"]]


_parts = {}


def _is_touched(item, request, root):
    path = _inside(path_of(item), root)
    if path is None or path not in request["others"]:
        return False
    if request["everything"] or request["others"][path] is None:
        return True
    if path not in _parts:
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            _parts[path] = _compare(file.read(), request["others"][path])
    changed = _parts[path]
    return changed is None or _place(item) in changed


def _place(item):
    names = [one.name for one in item.listchain() if type(one).__name__ in ("Class", "UnitTestCase")]
    return ".".join(names + [getattr(item, "originalname", None) or item.name])


def _compare(own, other):
    """The tests that differ, by their places; None where anything around them does."""
    try:
        mine, others = _leaves(ast.parse(own)), _leaves(ast.parse(other))
    except (SyntaxError, ValueError):
        return None
    rest = [{name: text for name, text in one.items() if not _is_test(name)} for one in (mine, others)]
    if rest[0] != rest[1]:
        return None
    return {name for name in mine if mine[name] != others.get(name)}


def _is_test(name):
    return name.rpartition(".")[2].lower().startswith("test")


def _leaves(tree, prefix=""):
    found, around = {}, []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found.update(_leaves(node, prefix + node.name + "."))
            # A class is named by its head; what is in it counts for itself.
            around.extend(ast.dump(one) for one in node.bases + node.decorator_list)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            # Of two with one name, the last is the one that runs.
            found[prefix + node.name] = ast.dump(node)
        else:
            around.append(ast.dump(node))
    found[prefix + "<around>"] = "\n".join(around)
    return found


def _inside(path, root):
    for one in (root, os.path.realpath(root)):
        if path.startswith(one + os.sep):
            return path[len(one) + 1 :].replace(os.sep, "/")
    return None


_installed = re.compile(r"(?:^|/)(?:site-packages|dist-packages|node_modules|\.?v?env|\.tox|\.nox)/")


class Tracer:
    def __init__(self, root, request):
        self.root = root
        self.is_test = re.compile(request["testSide"]).search
        self.files = set(request["others"])
        self.known = {}
        self.functions = {}
        self.calls = set()
        self.lines = {}

    def watch(self, items, run):
        tests = [self.watch_one(item, run, items[number + 1 :]) for number, item in enumerate(items)]
        names = _names_of(self.functions)
        functions = [
            dict(one, id="%s::%s" % (one["path"], names.get(key, one["name"])))
            for key, one in self.functions.items()
        ]
        ids = {one["key"]: one["id"] for one in functions}
        for test in tests:
            test["calls"] = sorted(ids[key] for key in test["calls"])
        return {"tests": tests, "functions": [dict(one, key=list(one["key"])) for one in functions]}

    def watch_one(self, item, run, following):
        self.calls, self.lines = set(), {}
        threading.settrace(self.trace)
        sys.settrace(self.trace)
        try:
            end = run(item, following[0] if following else None)
        finally:
            sys.settrace(None)
            threading.settrace(None)
        lines = {path: sorted(numbers) for path, numbers in self.lines.items()}
        told = {"id": item.nodeid, "end": end, "calls": self.calls, "lines": lines}
        return dict(told, params=_params_of(item), **_source_of(item, self.root))

    def trace(self, frame, event, arg):
        code = frame.f_code
        kind = self.kind_of(code)
        if kind == "project":
            back = frame.f_back
            self.called(code, back is not None and self.kind_of(back.f_code) == "test")
        return self.trace_line if kind == "test" else None

    def trace_line(self, frame, event, arg):
        if event == "line":
            path = self.known[frame.f_code][1]
            if path in self.files:
                self.lines.setdefault(path, set()).add(frame.f_lineno)
        return self.trace_line

    def called(self, code, direct):
        key = (code.co_filename, code.co_firstlineno, code.co_name)
        # What stands in a function is made anew with each call of it.
        if code.co_name.startswith("<") or code.co_flags & 0x10:
            return
        one = self.functions.get(key)
        if one is None:
            path = self.known[code][1]
            one = {"key": key, "path": path, "name": code.co_name, "line": code.co_firstlineno}
            self.functions[key] = dict(one, direct=direct)
        elif direct:
            one["direct"] = True
        self.calls.add(key)

    def kind_of(self, code):
        known = self.known.get(code)
        if known is None:
            path = _inside(code.co_filename, self.root)
            if path is None or _installed.search(path):
                known = ("other", None)
            else:
                known = ("test" if self.is_test(path) else "project", path)
            self.known[code] = known
        return known[0]


def _names_of(keys):
    """The names of functions with those of their classes."""
    from . import mutants

    found = mutants.functions_by_key(set(keys))
    return {key: functions[0].__qualname__ for key, functions in found.items()}


def _params_of(item):
    """What a test is given that can be written down; None where something else is."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    try:
        return params if json.loads(json.dumps(params)) == params else None
    except (TypeError, ValueError):
        return None


def _source_of(item, root):
    function = getattr(item, "function", None)
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    path = _inside(path_of(item), root)
    told = {"file": path, "first": None, "last": None, "place": _place(item)}
    if code is None or _inside(code.co_filename, root) != path:
        return told
    with open(code.co_filename, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError):
        return told
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno] + [one.lineno for one in node.decorator_list])
            if code.co_firstlineno in (first, node.lineno) and node.name == code.co_name:
                return dict(told, first=first, last=node.end_lineno)
    return told


def describe(excinfo, item):
    """What was raised, and where it left the code of tests."""
    value = excinfo.value
    line = None
    for entry in excinfo.traceback:
        if str(entry.path) == path_of(item):
            line = entry.lineno + 1
    return {
        "type": type(value).__name__,
        "asserts": isinstance(value, AssertionError) or type(value).__name__ == "Failed",
        "says": _masked(_first_line(value)),
        "line": line,
    }


def _first_line(value):
    try:
        return str(value).split("\n", 1)[0][:2000]
    except Exception:
        return ""


def _masked(text):
    return re.sub(r"0x[0-9a-fA-F]+|/\S+", "?", text)


def end_of(reports, error):
    """One word for the end of a test, and what was raised where it failed."""
    failed = [one for one in reports if one.outcome == "failed"]
    if failed:
        return dict(error or {"type": "", "asserts": False, "says": "", "line": None}, outcome="failed")
    last = [one for one in reports if one.when == "call" or one.outcome != "passed"]
    return {"outcome": outcome_of(last[-1]) if last else "passed"}
