import { ruffFormat } from '#engines/ruff-format/engine.ts';
import { barePython, describeRealEnds, notUtf8, pythonModule, type RealEnd } from '../real-ends.ts';

const formatted = 'x = 1\n';
const unformatted = 'x=1\n';
const broken = 'def (\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': formatted }, is: 'success, 0' },
  unformatted: { files: { 'a.py': unformatted, 'b.py': formatted }, is: 'diagnostic, 1' },
  'a syntax error beside others': {
    files: { 'a.py': unformatted, 'b.py': formatted, 's.py': broken },
    is: 'diagnostic, 2',
  },
  'a file that is no UTF-8, alone': {
    files: { 'a.py': notUtf8 },
    is: 'success, partial, 0',
  },
  'a file that is no UTF-8 beside an unformatted one': {
    files: { 'a.py': notUtf8, 'b.py': unformatted },
    is: 'diagnostic, partial, 1',
  },
  'a path that is missing': {
    files: { 'a.py': formatted },
    plan: { scope: ['a.py', 'nope.py'] },
    is: 'success, partial, 0',
  },
  'nothing but an excluded file': {
    files: { 'a.py': unformatted, 'ruff.toml': 'exclude = ["a.py"]\n' },
    plan: { scope: ['a.py'] },
    is: 'success, partial, 0',
  },
  'no files': { files: { 'a.txt': '' }, is: 'success, partial, 0' },
  'a broken configuration': {
    files: { 'a.py': unformatted, 'ruff.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown key': {
    files: { 'a.py': unformatted, 'ruff.toml': 'nope = 1\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    files: { 'a.py': unformatted },
    plan: { config: { path: 'nope.toml', source: 'config' } },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { 'a.py': unformatted },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'ruff not installed': {
    files: { 'a.py': unformatted },
    program: barePython('ruff'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a fix of everything': { action: 'fix', files: { 'a.py': unformatted }, is: 'success, 0' },
  'a fix of nothing': { action: 'fix', files: { 'a.py': formatted }, is: 'success, 0' },
  'a fix that leaves a syntax error': {
    action: 'fix',
    files: { 'a.py': unformatted, 'd:1/s p.py': broken },
    is: 'diagnostic, 1',
  },
  'a fix that cannot read a file beside a syntax error': {
    action: 'fix',
    files: { 'a.py': notUtf8, 's.py': broken },
    is: 'diagnostic, partial, 1',
  },
  'a fix that cannot read a file': {
    action: 'fix',
    files: { 'a.py': notUtf8 },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a fix without files': {
    action: 'fix',
    files: { 'a.txt': '' },
    is: 'success, partial, 0',
  },
  'a fix under a broken configuration': {
    action: 'fix',
    files: { 'a.py': unformatted, 'ruff.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a fix without ruff': {
    action: 'fix',
    files: { 'a.py': unformatted },
    program: barePython('ruff'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

describeRealEnds({ engine: ruffFormat, program: () => pythonModule('ruff'), ends });
