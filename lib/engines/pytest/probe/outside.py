"""Calls test functions as any program would, and only where they fail so, as pytest does.

What holds under pytest alone is no repair. A test that needs what only pytest can give it is not tried.
"""

import builtins
import importlib
import inspect
import json
import os
import sys
import types


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    sys.argv = [sys.argv[0]]
    sys.path[:] = request["path"]
    ends = {}
    for test in request["tests"]:
        end = in_child(lambda: call(test, False))
        if end == "failed":
            end = "only_there" if in_child(lambda: call(test, True)) == "held" else "not_tried"
        ends[test["id"]] = end
    with open(request["answer"], "w", encoding="utf-8") as file:
        json.dump({"nonce": request["nonce"], "ends": ends}, file)


def in_child(work):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        end = "not_tried"
        try:
            end = work()
        finally:
            os.write(writing, end.encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        text = file.read().decode()
    os.waitpid(pid, 0)
    return text or "not_tried"


def call(test, under_pytest):
    for name in [one for one in os.environ if one.startswith("PYTEST_") or one == "CI"]:
        del os.environ[name]
    path = test["file"]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    pytest = importlib.import_module("pytest") if under_pytest or "pytest" in text else None
    if under_pytest:
        os.environ["PYTEST_CURRENT_TEST"] = test["id"] + " (call)"
        os.environ["PYTEST_VERSION"] = pytest.__version__
        sys.argv = [pytest.__file__]
    else:
        sys.argv = ["run.py"]
        forget()
    try:
        space = load(path, text, pytest)
        work = prepared(space, test, not under_pytest)
    except Exception:
        return "not_tried"
    if work is None:
        return "not_tried"
    if not under_pytest:
        forget()
    try:
        (as_pytest() if under_pytest else plainly)(work)
    except BaseException:
        return "failed"
    return "held"


def forget():
    for name in list(sys.modules):
        if name.partition(".")[0] in ("pytest", "_pytest", "pluggy"):
            del sys.modules[name]


def load(path, text, pytest):
    """The module of a test, which alone sees pytest."""
    plain = builtins.__import__

    def bring(name, *args, **kwargs):
        return pytest if name == "pytest" and pytest is not None else plain(name, *args, **kwargs)

    folder, parts = os.path.dirname(os.path.abspath(path)), []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, last = os.path.split(folder)
        parts.insert(0, last)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = ".".join(parts + [os.path.basename(path)[: -len(".py")]])
    module = types.ModuleType(name)
    module.__file__ = os.path.abspath(path)
    module.__package__ = ".".join(parts)
    module.__builtins__ = dict(vars(builtins), __import__=bring)
    sys.modules[name] = module
    exec(compile(text, module.__file__, "exec"), vars(module))
    return module


def renamed(function):
    """Nothing in the frame of a call tells that it is one of a test."""
    code = getattr(function, "__code__", None)
    if code is not None:
        names = {"co_name": "run", "co_filename": "run.py"}
        if hasattr(code, "co_qualname"):
            names["co_qualname"] = "run"
        function.__code__ = code.replace(**names)
    return function


def prepared(module, test, plain):
    """The call of a test; None where it needs more than it is given."""
    names = test["place"].split(".")
    owner = module
    for name in names[:-1]:
        owner = getattr(owner, name)
    function, given = getattr(owner, names[-1]), test["params"]
    if plain:
        renamed(inspect.unwrap(getattr(function, "__func__", function)))
    if inspect.iscoroutinefunction(function):
        return None
    if owner is module:
        needs = [one for one in inspect.signature(function).parameters]
        return (lambda: function(**given)) if sorted(needs) == sorted(given) else None
    if hasattr(owner, "debug") and hasattr(owner, "setUpClass"):
        return lambda: (owner.setUpClass(), owner(names[-1]).debug())
    if any(hasattr(owner, one) for one in ("setup_method", "setup_class", "setup")):
        return None
    needs = list(inspect.signature(function).parameters)[1:]
    return (lambda: function(owner(), **given)) if sorted(needs) == sorted(given) else None


def plainly(work):
    work()


def as_pytest():
    """The same from a frame of pytest, for whoever looks who calls."""
    import _pytest.python

    space = {"__name__": "_pytest.python"}
    exec(compile("def call(work):\n    work()\n", _pytest.python.__file__, "exec"), space)
    return space["call"]


if __name__ == "__main__":
    main()
