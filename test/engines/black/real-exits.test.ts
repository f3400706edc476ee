import { black } from '#engines/black/engine.ts';
import { describeRealEnds, type RealEnd, barePython, pythonModule } from '../real-ends.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'a clean file': { files: { 'a.py': 'x = 1\n' }, is: 'success, 0' },
  'files to change, and one that is no Python': {
    files: { 'a.py': "x = 'a'\n", 's.py': 'def (\n' },
    is: 'diagnostic, 2',
    at: ['a.py:', 's.py:1'],
  },
  'no files': { files: { 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a broken configuration': {
    files: { 'pyproject.toml': '[tool.black]\nline-length = "x"\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'black not installed': {
    files: {},
    program: barePython('black'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: black, program: () => pythonModule('black'), ends });
