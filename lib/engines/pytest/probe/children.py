"""Work in a process split off from this one: whatever it breaks, loops in or leaves behind, this one is as it was."""

import difflib  # noqa: F401  Assertions load these when they fail: once here, not once in each process.
import gc
import json
import os
import pprint  # noqa: F401
import select
import signal
import time
import warnings


class Children:
    def __init__(self, session, limit):
        self.config = session.config
        self.capture = session.config.pluginmanager.getplugin("capturemanager")
        self.until = time.monotonic() + limit
        self.longest = None

    def is_over(self):
        return time.monotonic() > self.until

    def run(self, work):
        """What the work gives; None where it does not come to its end."""
        began = time.monotonic()
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            # Others may have started threads; a process that hangs for it is ended.
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid == 0:
            os.close(reading)
            # No one reads them, and they take longer than the tests.
            self.config.option.tbstyle = "native"
            _work_and_leave(work, writing)
        os.close(writing)
        # One that takes much longer than the first is in a loop.
        longest = max(30.0, self.until - began) if self.longest is None else 5 * self.longest + 2
        text = _read(reading, pid, began + longest)
        if self.longest is None:
            self.longest = time.monotonic() - began
        if self.capture is not None and self.capture.is_globally_capturing():
            # What was printed there belongs to no test here.
            self.capture.read_global_capture()
        try:
            return json.loads(text)
        except ValueError:
            return None


def _work_and_leave(work, writing):
    try:
        gc.disable()
        text = json.dumps(work())
        with os.fdopen(writing, "w", encoding="utf-8") as file:
            file.write(text)
    finally:
        os._exit(0)


def _read(reading, pid, until):
    parts = []
    with os.fdopen(reading, "rb", 0) as file:
        while True:
            ready, _, _ = select.select([file], [], [], max(0.0, until - time.monotonic()))
            part = file.read(65536) if ready else b""
            if not part:
                break
            parts.append(part)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(pid, 0)
    return b"".join(parts).decode("utf-8", "replace")
