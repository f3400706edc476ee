import { coverage } from '#engines/coverage/engine.ts';
import { barePython, describeRealEnds, pythonModule, type RealEnd } from '../real-ends.ts';

const source = 'def one():\n    return 1\n\n\ndef two():\n    return 2\n';
const both = 'from pkg import one, two\ndef test_it():\n    assert one() + two() == 3\n';
const half = 'from pkg import one\ndef test_it():\n    assert one() == 1\n';
const failing = `${both}def test_no():\n    assert 0\n`;
const exits = (call: string): string => `import os, pytest\n${both}    ${call}\n`;

const withTests = (tests: string): Readonly<Record<string, string>> => ({
  'pkg/__init__.py': source,
  'test_it.py': tests,
});
const options = { source: ['pkg'] };
const plan = { options };

const ends: Readonly<Record<string, RealEnd>> = {
  'every line reached': { files: withTests(both), plan, is: 'success, 0' },
  gaps: { files: withTests(half), plan, is: 'success, 0' },
  'failing tests, no gaps': { files: withTests(failing), plan, is: 'success, partial, 0' },
  'failing tests, with gaps': {
    files: withTests(`${half}    assert 0\n`),
    plan,
    is: 'success, partial, 0',
  },
  'failing tests and --no-cov-on-fail': {
    files: withTests(failing),
    plan: { options, args: ['--no-cov-on-fail'] },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a threshold that is missed': {
    files: withTests(half),
    plan: { options, args: ['--cov-fail-under=100'] },
    is: 'success, 0',
  },
  'a threshold of the configuration that is missed': {
    files: { ...withTests(half), '.coveragerc': '[report]\nfail_under = 100\n' },
    plan,
    is: 'success, 0',
  },
  'a source name with a typo': {
    files: withTests(both),
    plan: { options: { source: ['typo'] } },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 0',
  },
  'one source name with a typo': {
    files: withTests(both),
    plan: { options: { source: ['pkg', 'typo'] } },
    is: 'success, partial, degraded, 0',
  },
  'a source file with a syntax error': {
    files: { ...withTests(both), 'pkg/broken.py': 'def (\n' },
    plan,
    is: 'success, partial, 0',
  },
  'a test file that cannot be collected': {
    files: { ...withTests(both), 'test_s.py': 'def (\n' },
    plan,
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a hook that raises': {
    files: {
      ...withTests(both),
      'conftest.py': 'def pytest_runtest_protocol(item):\n    raise ValueError("no")\n',
    },
    plan,
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a bad flag': {
    files: withTests(both),
    plan: { options, args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'pytest-cov switched off': {
    files: withTests(both),
    plan: { options, args: ['-p', 'no:cov'] },
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'pytest not installed': {
    files: withTests(both),
    plan,
    program: barePython('pytest'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'no tests': {
    files: { 'pkg/__init__.py': source },
    plan,
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'tests that import nothing of the source': {
    files: withTests('def test_it():\n    pass\n'),
    plan: { options: { source: ['./pkg'] } },
    is: 'success, 0',
  },
  'no tests, the source imported all the same': {
    files: { 'pkg/__init__.py': source, 'conftest.py': 'import pkg\n' },
    plan,
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a configuration that is missing': {
    files: withTests(half),
    plan: { options, config: { path: 'nope.ini', source: 'config' } },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'too many warnings': {
    files: withTests(`import warnings\n${half}    warnings.warn("hey")\n`),
    plan: { options, args: ['--max-warnings=0'] },
    is: 'success, 0',
  },
  'pytest.exit with a code of its own': {
    files: withTests(exits('pytest.exit("bye", returncode=9)')),
    plan,
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a hook that ends the run with a code of its own': {
    files: {
      ...withTests(both),
      'conftest.py':
        'import pytest\ndef pytest_sessionfinish():\n    pytest.exit("bye", returncode=9)\n',
    },
    plan,
    is: 'unknown, none, CRASHED, 0',
  },
  'pytest.exit with 0': {
    files: withTests(exits('pytest.exit("bye", returncode=0)')),
    plan,
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'os._exit beside the report of an earlier run': {
    files: { ...withTests(exits('os._exit(0)')), 'coverage.json': '{"files":{}}' },
    plan,
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a test that takes too long': {
    files: withTests(exits('__import__("time").sleep(60)')),
    plan,
    wallMs: 2_000,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
};

describeRealEnds({ engine: coverage, program: () => pythonModule('pytest'), ends });
