import { flake8 } from '#engines/flake8/engine.ts';
import { describeRealEnds, type RealEnd, barePython, pythonModule } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean file': { files: { 'a.py': 'x = 1\n' }, is: 'success, 0' },
  'findings, and a file that is no Python': {
    files: { 'a.py': 'import os\n', 's.py': 'def (\n' },
    is: 'diagnostic, 2',
    at: ['a.py:1', 's.py:1'],
  },
  'a path that is missing, beside another': {
    files: { 'a.py': 'import os\n' },
    plan: { scope: ['a.py', 'nope.py'] },
    is: 'diagnostic, partial, 1',
  },
  'a broken configuration': {
    files: { '.flake8': '[flake8]\nmax-line-length = x\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown argument': {
    files: {},
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'flake8 not installed': {
    files: {},
    program: barePython('flake8'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: flake8, program: () => pythonModule('flake8'), ends });
