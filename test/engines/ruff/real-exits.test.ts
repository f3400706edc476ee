import { ruff } from '#engines/ruff/engine.ts';
import { barePython, describeRealEnds, notUtf8, pythonModule, type RealEnd } from '../real-ends.ts';

const clean = 'x = 1\n';
const unused = 'import os\n';
const broken = 'def (\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.py': clean }, is: 'success, 0' },
  findings: { files: { 'a.py': unused, 'b.py': clean }, is: 'diagnostic, 1' },
  'findings that the configuration would have repaired, and not told': {
    files: { 'a.py': unused, 'ruff.toml': 'fix-only = true\n' },
    is: 'diagnostic, 1',
  },
  'a syntax error beside a finding': {
    // Of one broken file it may say several things.
    files: { 'a.py': unused, 's.py': broken },
    is: 'diagnostic, 3',
  },
  'a file that is no UTF-8, alone': { files: { 'a.py': notUtf8 }, is: 'success, partial, 0' },
  'a file that is no UTF-8 beside a finding': {
    files: { 'a.py': notUtf8, 'b.py': unused },
    is: 'diagnostic, partial, 1',
  },
  'a path that is missing': {
    files: { 'a.py': clean },
    plan: { scope: ['a.py', 'nope.py'] },
    is: 'success, partial, 0',
  },
  'an excluded file, asked for by name': {
    files: { 'a.py': unused, 'b.py': clean, 'ruff.toml': 'exclude = ["a.py"]\n' },
    plan: { scope: ['a.py', 'b.py'] },
    is: 'success, 0',
  },
  'nothing but an excluded file': {
    files: { 'a.py': unused, 'ruff.toml': 'exclude = ["a.py"]\n' },
    plan: { scope: ['a.py'] },
    is: 'success, partial, 0',
  },
  'no files': { files: { 'a.txt': '' }, is: 'success, partial, 0' },
  'a broken configuration': {
    files: { 'a.py': unused, 'ruff.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown rule': {
    files: { 'a.py': unused, 'ruff.toml': '[lint]\nselect = ["NOPE1"]\n' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    files: { 'a.py': unused },
    plan: { config: { path: 'nope.toml', source: 'config' } },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    files: { 'a.py': unused },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'another format asked for': {
    files: { 'a.py': unused },
    plan: { args: ['--output-format', 'concise'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a run that takes too long': {
    files: { 'a.py': unused },
    program: ['python3', '-c', 'import time; time.sleep(60)'],
    wallMs: 300,
    is: 'tool_failure, none, TIMEOUT, 0',
  },
  'a program that is not there': {
    files: { 'a.py': unused },
    program: ['/nonexistent/python', '-m', 'ruff'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'ruff not installed': {
    files: { 'a.py': unused },
    program: barePython('ruff'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a fix of everything': { action: 'fix', files: { 'a.py': unused }, is: 'success, 0' },
  'a fix that leaves something': {
    action: 'fix',
    files: { 'a.py': `${unused}print(nope)\n`, 's.py': broken },
    is: 'diagnostic, 3',
  },
  'a fix under a broken configuration': {
    action: 'fix',
    files: { 'a.py': unused, 'ruff.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({ engine: ruff, program: () => pythonModule('ruff'), ends });
