"""What Ratchetr loads into pytest by `-p`, under a name drawn for the run, to see what tests can refuse.

Before the tests run as usual, they run in processes split off from this one: once to see what they call and which lines
they execute, then once for each mutant. So the run that is reported is the plain one. Standard library alone; Python 3.8
and pytest 6.2 on.
"""

import json
import os
import sys
import time

import pytest

from . import canaries, children, mutants, watching

_folder = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(_folder, "request.json"), encoding="utf-8") as _file:
    _request = json.load(_file)
try:
    # Tests run in this process, and need not find what they are asked.
    os.remove(_file.name)
except OSError:
    pass


class Probe:
    def __init__(self):
        self.outcomes = {}
        self.canaries = {}
        self.seen = None
        self.mutants = []
        self.watched = []
        self.errors = {}
        self.canary_seconds = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_cmdline_main(self, config):
        # Tests that another process runs are seen by none.
        option = config.option
        for name, value in (("numprocesses", None), ("dist", "no"), ("tx", [])):
            if hasattr(option, name):
                setattr(option, name, value)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session, items):
        self.watched = watching.choose(items, _request, str(session.config.rootdir))
        began = time.monotonic()
        self.canaries = canaries.plant(items, _request["canaries"])
        self.canary_seconds += time.monotonic() - began

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        began = time.monotonic()
        yield
        if item.nodeid in self.canaries.values():
            self.canary_seconds += time.monotonic() - began

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        is_asked = self.watched and _request["functions"]
        if is_asked and not session.config.option.collectonly and hasattr(os, "fork"):
            self.look(session)
        yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        yield
        # Only now: what a test of unittest raised is put there on the way.
        if call.excinfo is not None:
            self.errors[item.nodeid] = watching.describe(call.excinfo, item)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            if self.outcomes.get(report.nodeid) != "failed":
                self.outcomes[report.nodeid] = watching.outcome_of(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        for test in [] if self.seen is None else self.seen["tests"]:
            if self.outcomes.get(test["id"]) == "failed" and test["id"] in self.errors:
                test["plain"] = dict(self.errors[test["id"]], outcome="failed")
        answer = {
            "version": 1,
            "nonce": _request["nonce"],
            "outcomes": self.outcomes,
            "canaries": self.canaries,
            "canariesMs": round(self.canary_seconds * 1000),
            "path": sys.path,
            "watched": [] if self.seen is None else self.seen["tests"],
            "functions": [] if self.seen is None else self.seen["functions"],
            "mutants": self.mutants,
        }
        with open(_request["answer"], "w", encoding="utf-8") as file:
            json.dump(answer, file)

    def look(self, session):
        factory = getattr(session.config, "_tmp_path_factory", None)
        if factory is not None:
            # Made once here, not once in each process.
            factory.getbasetemp()
        root = str(session.config.rootdir)
        own = children.Children(session, _request["limitMs"] / 1000)
        tracer = watching.Tracer(root, _request)
        run = self.runner()
        self.seen = own.run(lambda: tracer.watch(self.watched, run))
        if self.seen is None:
            return
        chosen = mutants.choose(self.seen, _request["functions"])
        known = mutants.Known(chosen)
        for number, (function, kind) in enumerate(chosen):
            # Those of the first function are always tried, whatever it takes.
            if number >= len(mutants.kinds) and own.is_over():
                break
            calling = [test for test in self.seen["tests"] if function["id"] in test["calls"]]
            items = [item for item in self.watched if any(item.nodeid == one["id"] for one in calling)]
            told = own.run(lambda: mutants.try_one(known, function, kind, items, run))
            self.mutants.append({"function": function["id"], "kind": kind, "ends": told})

    def runner(self):
        from _pytest.runner import runtestprotocol

        def run(item, following):
            self.errors.pop(item.nodeid, None)
            reports = runtestprotocol(item, log=False, nextitem=following)
            return watching.end_of(reports, self.errors.get(item.nodeid))

        return run


def pytest_configure(config):
    config.pluginmanager.register(Probe(), "probe-" + _request["nonce"])
