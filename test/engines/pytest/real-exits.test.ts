import { pytest } from '#engines/pytest/engine.ts';
import { barePython, describeRealEnds, notUtf8, pythonModule, type RealEnd } from '../real-ends.ts';

const passes = 'def test_a():\n    pass\n';
const fails = 'def test_b():\n    assert 1 == 2\n';
const exits = (call: string): string => `import os, pytest, sys\ndef test_c():\n    ${call}\n`;

const ends: Readonly<Record<string, RealEnd>> = {
  'all passed': { files: { 'test_a.py': passes }, is: 'success, 0' },
  'some failed': { files: { 'test_a.py': passes, 'test_b.py': fails }, is: 'diagnostic, 1' },
  'a syntax error in a test file': {
    files: { 'test_a.py': passes, 'test_s.py': 'def (\n' },
    is: 'diagnostic, partial, 1',
  },
  'a test file that is no UTF-8': {
    files: { 'test_a.py': passes, 'test_u.py': notUtf8 },
    is: 'diagnostic, partial, 1',
  },
  'an import error in a test file': {
    files: { 'test_a.py': passes, 'test_i.py': 'import nope\n' },
    is: 'diagnostic, partial, 1',
  },
  'collection errors that it goes on after': {
    files: { 'test_a.py': passes, 'test_i.py': 'import nope\n' },
    plan: { args: ['--continue-on-collection-errors'] },
    is: 'diagnostic, partial, 1',
  },
  'a failure under -x': {
    files: { 'test_a.py': fails, 'test_b.py': passes },
    plan: { args: ['-x'] },
    is: 'diagnostic, partial, 1',
  },
  'no tests': { files: { 'a.py': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'no test that matches': {
    files: { 'test_a.py': passes },
    plan: { args: ['-k', 'nothing'] },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'nothing but skipped tests': {
    files: { 'test_a.py': `import pytest\n@pytest.mark.skip\n${passes}` },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a broken configuration': {
    files: { 'test_a.py': passes, 'pyproject.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    files: { 'test_a.py': passes },
    plan: { config: { path: 'nope.toml', source: 'config' } },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a conftest that cannot be imported': {
    files: { 'test_a.py': passes, 'conftest.py': 'import nope\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a path that is missing': {
    files: { 'test_a.py': passes },
    plan: { scope: ['nope.py'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { 'test_a.py': passes },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'pytest not installed': {
    files: { 'test_a.py': passes },
    program: barePython('pytest'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'os._exit with 0 beside the report of an earlier run': {
    files: { 'test_c.py': exits('os._exit(0)'), 'junit.xml': '<testsuites/>' },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'os._exit with 1': {
    files: { 'test_c.py': exits('os._exit(1)') },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a segmentation fault': {
    files: { 'test_c.py': exits('__import__("ctypes").string_at(0)') },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'sys.exit at the import of a test': {
    files: { 'test_c.py': 'import sys\nsys.exit(3)\n' },
    is: 'tool_failure, none, CRASHED, 1',
  },
  'a hook that raises': {
    files: {
      'test_a.py': passes,
      'conftest.py': 'def pytest_runtest_protocol(item):\n    raise ValueError("no")\n',
    },
    is: 'tool_failure, none, CRASHED, 1',
  },
  'a test that takes too long': {
    files: { 'test_c.py': exits('__import__("time").sleep(60)') },
    wallMs: 1_500,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'an interruption': {
    files: { 'test_c.py': exits('raise KeyboardInterrupt') },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'an interruption by a hook': {
    files: {
      'test_a.py': passes,
      'conftest.py': 'def pytest_runtest_teardown(item):\n    item.session.shouldstop = "enough"\n',
    },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'pytest.exit with a code of its own': {
    files: { 'test_c.py': exits('pytest.exit("bye", returncode=9)') },
    is: 'unknown, none, CRASHED, 0',
  },
  'pytest.exit with 0 after a passed test': {
    files: { 'test_a.py': passes, 'test_c.py': exits('pytest.exit("bye", returncode=0)') },
    is: 'success, partial, 0',
  },
  'pytest.exit with 1 after a failure': {
    files: { 'test_b.py': fails, 'test_c.py': exits('pytest.exit("bye", returncode=1)') },
    is: 'diagnostic, partial, 1',
  },
  'a plugin that hides failures': {
    files: {
      'test_b.py': fails,
      'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
    },
    is: 'unknown, none, CONTRADICTION, 1',
  },
  'a coverage threshold with all tests green': {
    files: { 'test_a.py': passes, 'unused.py': 'x = 1\n' },
    plan: { args: ['--cov=unused', '--cov-fail-under=100'] },
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'more warnings than allowed': {
    files: { 'test_a.py': 'import warnings\ndef test_w():\n    warnings.warn("hey")\n' },
    plan: { args: ['--max-warnings=0'] },
    is: 'diagnostic, 1',
  },
  'too many warnings beside a failure': {
    files: {
      'test_a.py': 'import warnings\ndef test_w():\n    warnings.warn("hey")\n    assert 0\n',
    },
    plan: { args: ['--max-warnings=0'] },
    is: 'diagnostic, 1',
  },
};

// Only with pytest-xdist are there workers.
const unseen = ['worker-crashed'];

describeRealEnds({ engine: pytest, program: () => pythonModule('pytest'), ends, unseen });
