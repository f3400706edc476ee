import { mypy } from '#engines/mypy/engine.ts';
import { barePython, describeRealEnds, notUtf8, pythonModule, type RealEnd } from '../real-ends.ts';

const clean = 'x: int = 1\n';
const wrong = 'x: int = "a"\n';
const broken = 'def (\n';
const settings = (text: string): Readonly<Record<string, string>> => ({
  'mypy.ini': `[mypy]\n${text}\n`,
});

const plugin = (body: string): Readonly<Record<string, string>> => ({
  ...settings('plugins = plug.py'),
  'plug.py': `import os, time\nfrom mypy.plugin import Plugin\n${body}\n`,
});

const hook = (call: string): Readonly<Record<string, string>> =>
  plugin(`class P(Plugin):
    def get_function_hook(self, fullname):
        ${call}
def plugin(version):
    return P`);

const refused = 'tool_failure, none, CONFIG_INVALID, 0';

const crashed = 'tool_failure, none, CRASHED, 0';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': clean }, is: 'success, 0' },
  findings: { files: { 'a.py': wrong, 'b.py': clean }, is: 'diagnostic, 1', at: ['a.py:1'] },
  'notes alone': {
    files: { 'a.py': 'reveal_type(1)\ndef f():\n    x: int = "a"\n' },
    is: 'success, 0',
  },
  'notes beside findings': {
    files: { 'a.py': `reveal_type(1)\n${wrong}` },
    is: 'diagnostic, 1',
    at: ['a.py:2'],
  },
  'a version of Python that it does not know any more': {
    files: { 'a.py': wrong, ...settings('python_version = 3.0\n[mypy-b]\npython_version = 3.1') },
    is: 'diagnostic, degraded, 1',
  },
  'a version of Python that it does not know any more, alone': {
    files: { 'a.py': clean, ...settings('python_version = 3.0') },
    is: 'success, 0',
  },
  'such a version in a pyproject.toml, beside findings': {
    files: { 'a.py': wrong, 'pyproject.toml': '[tool.mypy]\npython_version = 3.0\n' },
    is: 'diagnostic, 1',
  },
  'an option that is out of date': {
    files: { 'a.py': clean },
    plan: { args: ['--strict-concatenate'] },
    is: 'success, 0',
  },
  'a syntax error beside findings': {
    files: { 'a.py': wrong, 's.py': broken },
    is: 'diagnostic, partial, 2',
    at: ['s.py:1', 's.py:2'],
  },
  'a module that is missing': { files: { 'a.py': 'import nope\n' }, is: 'diagnostic, 1' },
  'a file that is no UTF-8 beside findings': {
    files: { 'a.py': notUtf8, 'b.py': wrong },
    is: crashed,
  },
  'two modules of one name': {
    files: { 'a/m.py': wrong, 'b/m.py': wrong },
    is: 'diagnostic, partial, 1',
  },
  'no files': { files: { 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a path that is missing': {
    files: { 'a.py': wrong },
    plan: { scope: ['a.py', 'nope.py'] },
    is: refused,
  },
  'paths with spaces and letters of all kinds': {
    files: { 'we ird (1)/zürich é.py': wrong, 'b.py': wrong },
    is: 'diagnostic, 2',
    at: ['b.py:1', 'we ird (1)/zürich é.py:1'],
  },
  'thousands of findings': {
    files: { 'a.py': Array.from({ length: 3000 }, (_, n) => `x${n}: int = "a"\n`).join('') },
    is: 'diagnostic, 3000',
  },
  'a broken mypy.ini': {
    files: { 'a.py': clean, 'mypy.ini': '[mypy\n' },
    is: 'success, degraded, 0',
  },
  'a broken pyproject.toml beside findings': {
    files: { 'a.py': wrong, 'pyproject.toml': '[tool.mypy]\nx = [' },
    is: 'diagnostic, degraded, 1',
  },
  'an unknown key': {
    files: { 'a.py': clean, ...settings('nope = 1') },
    is: 'success, 0',
  },
  'a bad value': {
    files: { 'a.py': clean, ...settings('strict_optional = perhaps') },
    is: 'success, degraded, 0',
  },
  'a section that no module needed': {
    files: {
      'a.py': wrong,
      ...settings('warn_unused_configs = True\n[mypy-nope]\nignore_errors = True'),
    },
    is: 'diagnostic, 1',
  },
  'a configuration that is missing': {
    files: { 'a.py': wrong },
    plan: { config: { path: 'nope.ini', source: 'config' } },
    is: refused,
  },
  'a bad flag': {
    files: { 'a.py': wrong },
    plan: { args: ['--nope'] },
    is: refused,
  },
  'an interpreter that is missing': {
    files: { 'a.py': wrong },
    plan: { options: { python: '/nonexistent/python' } },
    is: refused,
  },
  'a plugin that is missing': {
    files: { 'a.py': wrong, ...settings('plugins = nope.py') },
    is: refused,
  },
  'a plugin that raises when imported': {
    files: { 'a.py': wrong, ...plugin('raise ValueError("no")') },
    is: refused,
  },
  'a plugin that raises when made': {
    files: {
      'a.py': wrong,
      ...plugin(
        'class P(Plugin):\n    def __init__(self, options):\n        raise ValueError("no")\ndef plugin(version):\n    return P',
      ),
    },
    is: crashed,
  },
  'a plugin that raises at work': {
    files: { 'a.py': `${wrong}len("")\n`, ...hook('raise ValueError("no")') },
    is: crashed,
  },
  'a plugin that ends it with 0': {
    files: { 'a.py': `${wrong}len("")\n`, ...hook('os._exit(0)') },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a plugin that ends it with 1': {
    files: { 'a.py': `${wrong}len("")\n`, ...hook('os._exit(1)') },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a plugin that kills it': {
    files: { 'a.py': `${wrong}len("")\n`, ...hook('os.kill(os.getpid(), 9)') },
    is: crashed,
  },
  'a plugin that hangs': {
    files: { 'a.py': wrong, ...plugin('time.sleep(60)') },
    wallMs: 2_000,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a plugin that writes lines of its own beside findings': {
    files: { 'a.py': `${wrong}len("")\n`, ...hook('print("hello", flush=True)') },
    is: 'diagnostic, partial, 1',
  },
  'a plugin that writes lines of its own': {
    files: { 'a.py': `${clean}len("")\n`, ...hook('print("hello", flush=True)') },
    is: 'tool_failure, none, JSON_PARSE_FAILED, 0',
  },
  'a module of the repository in the place of one of its own': {
    files: { 'a.py': wrong, 'mypy_extensions.py': 'raise AssertionError("no")\n' },
    is: crashed,
  },
  'a program that is not there': {
    files: { 'a.py': wrong },
    program: ['/nonexistent/python', '-m', 'mypy'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'mypy not installed': {
    files: { 'a.py': wrong },
    program: barePython('mypy'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: mypy, program: () => pythonModule('mypy'), ends });
