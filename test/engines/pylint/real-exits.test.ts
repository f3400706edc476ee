import { pylint } from '#engines/pylint/engine.ts';
import { barePython, describeRealEnds, notUtf8, pythonModule, type RealEnd } from '../real-ends.ts';

const clean = '"""Doc."""\n';
const unused = '"""Doc."""\nimport os\n';
const broken = 'def (\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': clean }, is: 'success, 0' },
  findings: { files: { 'a.py': unused, 'b.py': clean }, is: 'diagnostic, 1' },
  'a syntax error beside a finding': {
    files: { 'a.py': unused, 's.py': broken },
    is: 'diagnostic, 2',
  },
  'an import that fails': {
    files: { 'a.py': '"""Doc."""\nimport nope\nnope.x()\n' },
    is: 'diagnostic, 1',
  },
  'a file that is no UTF-8': { files: { 'a.py': notUtf8 }, is: 'diagnostic, 1' },
  'a path that is missing beside a clean one': {
    files: { 'a.py': clean },
    plan: { scope: ['a.py', 'nope.py'] },
    is: 'success, partial, 0',
  },
  'no files': { files: { 'a.txt': '' }, is: 'success, 0' },
  'a broken configuration': {
    files: { 'a.py': unused, '.pylintrc': '[MAIN\n' },
    is: 'diagnostic, partial, degraded, 1',
  },
  'an unknown option in the configuration': {
    files: { 'a.py': clean, '.pylintrc': '[MAIN]\nnope=1\n' },
    is: 'success, partial, degraded, 0',
  },
  'an unknown message in the configuration': {
    files: { 'a.py': clean, '.pylintrc': '[MESSAGES CONTROL]\ndisable=nope\n' },
    is: 'success, partial, degraded, 0',
  },
  'an unknown message in a comment': {
    files: { 'a.py': `${clean}X = 1  # pylint: disable=nope\n` },
    is: 'diagnostic, 1',
  },
  'a configuration that is missing': {
    files: { 'a.py': clean },
    plan: { config: { path: 'nope.rc', source: 'config' } },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { 'a.py': clean },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a plugin that is missing': {
    files: { 'a.py': clean },
    plan: { args: ['--load-plugins=nope'] },
    is: 'success, partial, degraded, 0',
  },
  'a plugin that raises': {
    files: {
      'a.py': clean,
      'plug.py': 'def register(linter):\n    raise ValueError("no")\n',
      '.pylintrc':
        '[MAIN]\nload-plugins=plug\ninit-hook=import sys; sys.path.insert(0, ".")\nignore=plug.py\n',
    },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'os._exit in a plugin': {
    files: {
      'a.py': clean,
      '.pylintrc': '[MAIN]\ninit-hook=import os; os._exit(0)\n',
    },
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a run that takes too long': {
    files: { 'a.py': clean, '.pylintrc': '[MAIN]\ninit-hook=import time; time.sleep(60)\n' },
    wallMs: 1_500,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'another format asked for': {
    files: { 'a.py': unused },
    plan: { args: ['--output-format=text'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'pylint not installed': {
    files: { 'a.py': clean },
    program: barePython('pylint'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: pylint, program: () => pythonModule('pylint'), ends });
