import { pyright } from '#engines/pyright/engine.ts';
import { describeRealEnds, nodeScript, notUtf8, type RealEnd } from '../real-ends.ts';

const clean = 'x: int = 1\n';
const wrong = 'x: int = "a"\n';
const broken = 'def (\n';
const settings = (text: string): Readonly<Record<string, string>> => ({
  'pyrightconfig.json': text,
});

const warned = settings('{"reportAssignmentType": "warning"}');

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': clean }, is: 'success, 0' },
  findings: { files: { 'a.py': wrong, 'b.py': clean }, is: 'diagnostic, 1', at: ['a.py:1'] },
  'warnings alone': {
    files: { 'a.py': wrong, ...warned },
    is: 'diagnostic, 1',
  },
  'warnings that are to fail': {
    files: { 'a.py': wrong, ...warned },
    plan: { args: ['--warnings'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside findings': {
    files: { 'a.py': wrong, 's.py': broken },
    is: 'diagnostic, 4',
  },
  'a module that is missing': { files: { 'a.py': 'import nope\n' }, is: 'diagnostic, 1' },
  'a file that is no UTF-8 beside findings': {
    files: { 'a.py': notUtf8, 'b.py': wrong },
    is: 'diagnostic, 1',
  },
  'no files': { files: { 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'nothing that it includes is there': {
    files: { 'a.py': wrong, ...settings('{"include": ["nope"]}') },
    is: 'unknown, none, degraded, EMPTY_SCOPE, 0',
  },
  'some that it includes is not there': {
    files: { 'a.py': wrong, ...settings('{"include": ["nope", "a.py"]}') },
    is: 'diagnostic, partial, degraded, 1',
  },
  'paths with spaces and letters of all kinds': {
    files: { 'we ird (1)/zürich é.py': wrong, 'b.py': wrong },
    is: 'diagnostic, 2',
    at: ['b.py:1', 'we ird (1)/zürich é.py:1'],
  },
  'thousands of findings': {
    files: { 'a.py': Array.from({ length: 1500 }, (_, n) => `x${n}: int = "a"\n`).join('') },
    is: 'diagnostic, 1500',
  },
  'a broken configuration': {
    files: { 'a.py': wrong, ...settings('{"include": [') },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 1',
  },
  'a broken pyproject.toml': {
    files: { 'a.py': wrong, 'pyproject.toml': '[tool.pyright]\nx = [' },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 1',
  },
  'a base that is missing': {
    files: { 'a.py': wrong, ...settings('{"extends": "nope.json"}') },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 1',
  },
  'an unknown key': {
    files: { 'a.py': clean, ...settings('{"nope": 1}') },
    is: 'success, partial, degraded, 0',
  },
  'a bad value': {
    files: { 'a.py': clean, ...settings('{"typeCheckingMode": "perhaps"}') },
    is: 'success, partial, degraded, 0',
  },
  'a configuration that is missing': {
    files: { 'a.py': wrong },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 1',
  },
  'a bad flag': {
    files: { 'a.py': wrong },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a path that is missing': {
    files: { 'a.py': wrong },
    plan: { args: ['nope.py'] },
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 0',
  },
  'an interpreter that is missing': {
    files: { 'a.py': clean },
    plan: { options: { python: '/nonexistent/python' } },
    is: 'success, 0',
  },
  'an environment that is missing': {
    files: { 'a.py': clean, ...settings('{"venvPath": ".", "venv": "nope"}') },
    is: 'success, partial, degraded, 0',
  },
  'another format asked for': {
    files: { 'a.py': wrong },
    plan: { args: ['--verbose'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a worker that dies': {
    files: {
      'a.py': wrong,
      'b.py': wrong,
      'die.cjs': 'if (process.send) process.exit(3);\n',
    },
    plan: { args: ['--threads', '2'], env: { NODE_OPTIONS: '--require ./die.cjs' } },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'too little memory': {
    files: { 'a.py': wrong },
    plan: { env: { NODE_OPTIONS: '--max-old-space-size=8' } },
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a run that never ends': {
    files: { 'a.py': wrong },
    plan: { args: ['--watch'] },
    wallMs: 8_000,
    is: 'tool_failure, none, TIMEOUT, 1',
  },
  'a program that is not there': {
    files: { 'a.py': wrong },
    program: ['/nonexistent/pyright'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'pyright not installed': {
    files: { 'a.py': wrong },
    program: nodeScript('nope/pyright.js'),
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
};

describeRealEnds({
  engine: pyright,
  program: async () => nodeScript('pyright/index.js'),
  ends,
});
