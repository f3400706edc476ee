import { isort } from '#engines/isort/engine.ts';
import { describeRealEnds, type RealEnd, barePython, pythonModule } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean file': { files: { 'a.py': 'import os\n' }, is: 'success, 0' },
  'files to change, and one that is no Python': {
    files: { 'a.py': 'import sys\nimport os\n', 's.py': 'def (\n' },
    is: 'diagnostic, 1',
    at: ['a.py:'],
  },
  'a broken configuration': {
    files: { '.isort.cfg': '[settings]\nnope = 1\n', 'a.py': '' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown argument': {
    files: { 'a.py': '' },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'isort not installed': {
    files: {},
    program: barePython('isort'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: isort, program: () => pythonModule('isort'), ends });
