"""Functions of the project that do not do what they did, one at a time."""

import copy
import functools
import gc
import importlib
import os
import sys
import types
import warnings

# empty: it does nothing. high, low: it gives something else of the same kind. raises: it fails.
kinds = ("empty", "high", "low", "raises")

_never = ("__repr__", "__del__", "__hash__", "__init_subclass__", "__set_name__")


def choose(seen, most):
    """The functions that tests call themselves come first, in the order of their first call."""
    functions = [one for one in seen["functions"] if one["name"] not in _never]
    ordered = sorted(functions, key=lambda one: not one["direct"])[:most]
    # What others call shows mostly by what these give.
    return [(one, kind) for one in ordered for kind in (kinds if one["direct"] else ("empty", "high"))]


def functions_by_key(keys):
    return _scan(keys)[0]


def _scan(keys):
    """The functions at these places, and what remembers results of functions."""
    found, caches = {}, []
    for one in gc.get_objects():
        kind = type(one)
        if kind is types.FunctionType:
            code = one.__code__
            key = (code.co_filename, code.co_firstlineno, code.co_name)
            if key in keys:
                found.setdefault(key, []).append(one)
        elif kind is functools._lru_cache_wrapper:
            caches.append(one)
    return found, caches


class Known:
    """Looked for once, for to look at every object is to copy all of memory into each process that does."""

    def __init__(self, chosen):
        self.found, self.caches = _scan({tuple(function["key"]) for function, _ in chosen})

    def of(self, function):
        key = tuple(function["key"])
        if key not in self.found:
            _load(key[0])
            self.found, self.caches = _scan({key})
        return self.found.get(key, [])

    def forget(self, functions):
        own = {id(one) for one in functions}
        for one in self.caches:
            if id(getattr(one, "__wrapped__", None)) in own:
                one.cache_clear()


def _load(path):
    """A module that a test imports only when it runs."""
    for folder in sys.path:
        folder = os.path.realpath(folder or ".")
        if path.startswith(folder + os.sep) and path.endswith(".py"):
            name = path[len(folder) + 1 : -3].replace(os.sep, ".")
            if name.endswith(".__init__"):
                name = name[: -len(".__init__")]
            try:
                importlib.import_module(name)
                return
            except Exception:
                continue


def try_one(known, function, kind, items, run):
    functions = known.of(function)
    if not functions:
        return None
    for one in functions:
        mutate(one, kind)
    known.forget(functions)
    return {
        item.nodeid: run(item, items[number + 1] if number + 1 < len(items) else None)
        for number, item in enumerate(items)
    }


def mutate(function, kind):
    code = function.__code__
    is_async = bool(code.co_flags & 0x80)
    is_generator = bool(code.co_flags & 0x220)
    if kind in ("high", "low"):
        if code.co_flags & 0x200 or function.__name__ == "__init__":
            return
        wait = "await " if is_async else ""
        body = "return 'change'(%s'original'(*args, **kwargs))" % wait
        consts = {"original": _clone(function), "change": functools.partial(changed, up=kind == "high")}
        function.__code__ = _compiled(code, body, is_async, False, consts)
    else:
        body = "raise RuntimeError('mutant')" if kind == "raises" else "return"
        asynchronous = is_async or bool(code.co_flags & 0x200)
        function.__code__ = _compiled(code, body, asynchronous, is_generator, {})


def _clone(function):
    made = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _compiled(code, body, is_async, is_generator, consts):
    """The code of a function that closes over as many names as the one in whose place it is put."""
    free = code.co_freevars
    lines = ["def outer():"]
    lines += ["    %s = None" % name for name in free]
    lines += ["    %sdef inner(*args, **kwargs):" % ("async " if is_async else ""), "        " + body]
    lines += ["        yield"] if is_generator else []
    lines += ["        %s" % name for name in free]
    lines += ["    return inner"]
    space = {}
    with warnings.catch_warnings():
        # Texts stand for what is called, until it is put in their place.
        warnings.simplefilter("ignore")
        exec(compile("\n".join(lines), "<mutant>", "exec"), space)
    made = space["outer"]().__code__
    put = tuple(consts.get(one, one) if isinstance(one, str) else one for one in made.co_consts)
    return made.replace(co_consts=put, co_name=code.co_name)


def changed(value, up, depth=0):
    """Something else of the same kind; the same where that is not known."""
    by = 1009 if up else -1009
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, complex)) and type(value).__module__ == "builtins":
        return value + by
    if isinstance(value, str) and type(value) is str:
        # So that also no part of it is the same.
        return value + "~" if up else "~".join(["", *value, ""])
    if type(value) in (bytes, bytearray):
        return value + b"~" if up else bytes(255 - one for one in value) + b"~"
    try:
        return _changed_whole(value, up, depth)
    except Exception:
        return value


def _changed_whole(value, up, depth):
    if isinstance(value, types.GeneratorType):
        return (changed(one, up, depth) for one in value)
    if type(value) in (list, tuple):
        items = [changed(one, up, depth + 1) for one in value] if up else list(value)[1:]
        return type(value)(items or ["~"])
    if isinstance(value, tuple) and hasattr(value, "_replace"):
        first = value._fields[0]
        return value._replace(**{first: changed(value[0], up, depth + 1)})
    if type(value) in (set, frozenset):
        return type(value)(list(value)[1:] if value and not up else list(value) + ["~"])
    if isinstance(value, dict):
        made = copy.copy(value)
        if not made or depth > 1:
            made["~"] = "~"
        elif up:
            for key in made:
                made[key] = changed(made[key], up, depth + 1)
        else:
            del made[next(iter(made))]
        return made
    return _changed_parts(value, up, depth)


def _changed_parts(value, up, depth):
    if isinstance(value, type) or callable(value) or depth > 1:
        return value
    if hasattr(value, "__array__"):
        return value + (1009 if up else -1009)
    parts = vars(value) if hasattr(value, "__dict__") else {}
    if not parts or type(value).__module__ == "builtins":
        return value
    made = copy.copy(value)
    for name, part in parts.items():
        made.__dict__[name] = changed(part, up, depth + 1)
    return made
