import { pyright } from '#engines/pyright/engine.ts';
import { describeRealEnds, nodeScript, notUtf8, type RealEnd } from '../real-ends.ts';

const clean = 'x: int = 1\n';
const wrong = 'x: int = "a"\n';
const broken = 'def (\n';
const settings = (text: string): Readonly<Record<string, string>> => ({
  'pyrightconfig.json': text,
});

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': clean }, is: 'success, 0' },
  findings: { files: { 'a.py': wrong, 'b.py': clean }, is: 'diagnostic, 1', at: ['a.py:1'] },
  'warnings alone': {
    files: { 'a.py': 'import yaml\n', ...settings('{"reportMissingModuleSource": "warning"}') },
    is: 'diagnostic, 1',
  },
  'warnings that are to fail': {
    files: { 'a.py': 'import yaml\n' },
    plan: { args: ['--warnings'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside findings': {
    files: { 'a.py': wrong, 's.py': broken },
    is: 'diagnostic, 5',
  },
  'a module that is missing': { files: { 'a.py': 'import nope\n' }, is: 'diagnostic, 1' },
  'a file that is no UTF-8 beside findings': {
    files: { 'a.py': notUtf8, 'b.py': wrong },
    is: '?',
  },
  'no files': { files: { 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'nothing that it includes is there': {
    files: { 'a.py': wrong, ...settings('{"include": ["nope"]}') },
    is: 'unknown, none, EMPTY_SCOPE, degraded, 0',
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
    files: { 'a.py': Array.from({ length: 3000 }, (_, n) => `x${n}: int = "a"\n`).join('') },
    is: 'diagnostic, 3000',
  },
  'a broken configuration': {
    files: { 'a.py': wrong, ...settings('{"include": [') },
    is: '?',
  },
  'a broken pyproject.toml': {
    files: { 'a.py': wrong, 'pyproject.toml': '[tool.pyright]\nx = [' },
    is: '?',
  },
  'a base that is missing': {
    files: { 'a.py': wrong, ...settings('{"extends": "nope.json"}') },
    is: '?',
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
    is: '?',
  },
  'a bad flag': {
    files: { 'a.py': wrong },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a path that is missing': {
    files: { 'a.py': wrong },
    plan: { args: ['nope.py'] },
    is: 'tool_failure, none, CONFIG_INVALID, degraded, 0',
  },
  'an interpreter that is missing': {
    files: { 'a.py': clean },
    plan: { options: { python: '/nonexistent/python' } },
    is: '?',
  },
  'an environment that is missing': {
    files: { 'a.py': clean, ...settings('{"venvPath": ".", "venv": "nope"}') },
    is: 'success, partial, degraded, 0',
  },
  'another format asked for': {
    files: { 'a.py': wrong },
    plan: { args: ['--verbose'] },
    is: '?',
  },
  'too little memory': {
    files: { 'a.py': wrong },
    plan: { env: { NODE_OPTIONS: '--max-old-space-size=8' } },
    is: '?',
  },
  'a run that never ends': {
    files: { 'a.py': wrong },
    plan: { args: ['--watch'] },
    wallMs: 3_000,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a program that is not there': {
    files: { 'a.py': wrong },
    program: ['/nonexistent/pyright'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'pyright not installed': {
    files: { 'a.py': wrong },
    program: nodeScript('nope/pyright.js'),
    is: '?',
  },
};

describeRealEnds({
  engine: pyright,
  program: async () => nodeScript('pyright/index.js'),
  ends,
});
