"""Tests of ours, put between those of the project: what holds for its tests holds for them."""

import ast

import pytest

from . import watching

_forms = {
    "assert": "def %s():\n    value = %d\n    assert value == %d\n",
    "unittest": "def %s():\n    import unittest\n    unittest.TestCase().assertEqual(%d, %d)\n",
    "raise": "def %s():\n    if %d != %d:\n        raise AssertionError('other')\n",
    "contains": "def %s():\n    assert %d in [%d]\n",
}


def plant(items, wanted):
    """Their ids, by their names."""
    first = next((one for one in items if isinstance(one, pytest.Function) and _module(one)), None)
    if first is None:
        return {}
    module = _module(first)
    planted = {}
    for number, one in enumerate(wanted):
        function = _compiled(one, module)
        item = pytest.Function.from_parent(module, name=one["name"], callobj=function)
        item.repr_failure = _in_short
        place = items.index(first) + (1 if number % 2 == 0 else 0)
        items.insert(place, item)
        planted[one["name"]] = item.nodeid
    return planted


def _in_short(excinfo, style=None):
    # No one reads it, and to find its lines takes longer than all else.
    return excinfo.exconly(tryshort=True)


def _module(item):
    return item.getparent(pytest.Module)


def _compiled(one, module):
    left, right = one["values"]
    source = _forms[one["form"]] % (one["name"], left, right)
    path = watching.path_of(module)
    tree = ast.parse(source, filename=path)
    try:
        from _pytest.assertion.rewrite import rewrite_asserts

        rewrite_asserts(tree, source.encode(), path, module.config)
    except Exception:
        tree = ast.parse(source, filename=path)
    space = {"__name__": module.obj.__name__}
    exec(compile(tree, path, "exec"), space)
    return space[one["name"]]
