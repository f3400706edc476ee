import { tsc } from '#engines/tsc/engine.ts';
import { describeRealEnds, nodeScript, type RealEnd } from '../real-ends.ts';

const clean = 'export const x: number = 1;\n';
const wrong = 'export const x: number = "a";\n';
const broken = 'export const = ;\n';
const project = (text = '{}'): Readonly<Record<string, string>> => ({ 'tsconfig.json': text });

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...project(), 'a.ts': clean }, is: 'success, 0' },
  findings: {
    files: { ...project(), 'a.ts': wrong, 'b.ts': clean },
    is: 'diagnostic, 1',
    at: ['a.ts:1'],
  },
  'a syntax error, which hides the findings': {
    files: { ...project(), 'a.ts': wrong, 's.ts': broken },
    is: 'diagnostic, partial, 1',
    at: ['s.ts:1'],
  },
  'a module that is missing': {
    files: { ...project(), 'a.ts': 'import "./nope.ts";\nimport x from "nope";\nx;\n' },
    is: 'diagnostic, 2',
  },
  'types of a package that are missing': {
    files: { ...project('{"compilerOptions":{"types":["nope"]}}'), 'a.ts': wrong },
    is: 'diagnostic, partial, 1',
  },
  'a file that is no UTF-8 beside findings': {
    files: {
      ...project(),
      'a.ts': Buffer.from('export const s = "\u{FF}";\n', 'latin1'),
      'b.ts': wrong,
    },
    is: 'diagnostic, 1',
  },
  'a file that is no UTF-8, outside of its strings': {
    files: {
      ...project(),
      'a.ts': Buffer.from('export const \u{FF} = 1;\n', 'latin1'),
      'b.ts': wrong,
    },
    is: 'diagnostic, partial, 2',
  },
  'no files': { files: project(), is: 'tool_failure, none, CONFIG_INVALID, 1' },
  'nothing but references': {
    files: {
      ...project('{"files":[],"references":[{"path":"./a"}]}'),
      'a/tsconfig.json': '{"compilerOptions":{"composite":true}}',
      'a/a.ts': clean,
    },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a file that is missing': {
    files: { ...project('{"files":["nope.ts"]}'), 'a.ts': clean },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'paths with spaces and letters of all kinds': {
    files: { ...project(), 'we ird (1)/zürich é.ts': wrong, 'b.ts': wrong },
    is: 'diagnostic, 2',
    at: ['b.ts:1', 'we ird (1)/zürich é.ts:1'],
  },
  'thousands of findings': {
    files: {
      ...project(),
      'a.ts': Array.from({ length: 5000 }, (_, n) => `export const x${n}: number = "a";\n`).join(
        '',
      ),
    },
    is: 'diagnostic, 5000',
  },
  'a project that also writes': {
    files: { ...project('{"compilerOptions":{"outDir":"dist","composite":true}}'), 'a.ts': wrong },
    is: 'diagnostic, 1',
  },
  'a project that is missing': {
    files: { 'a.ts': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a configuration that is missing': {
    files: { ...project(), 'a.ts': wrong },
    plan: { config: { path: 'nope.json', source: 'config' } },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a broken project file beside findings': {
    files: { ...project('{"files":["a.ts"],'), 'a.ts': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 2',
  },
  'an unknown key beside findings': {
    files: { ...project('{"compilerOptions":{"nope":1}}'), 'a.ts': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 2',
  },
  'a bad value beside findings': {
    files: { ...project('{"compilerOptions":{"target":"perhaps"}}'), 'a.ts': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 2',
  },
  'a base that is missing beside findings': {
    files: { ...project('{"extends":"./nope.json"}'), 'a.ts': wrong },
    is: 'tool_failure, none, CONFIG_INVALID, 2',
  },
  'a bad flag': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'files beside a project': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['a.ts'] },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'pretty output asked for': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['--pretty', 'true'] },
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'a project that is built': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['--build'] },
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a list of files asked for': {
    files: { ...project(), 'a.ts': clean },
    plan: { args: ['--listFilesOnly'] },
    is: 'success, partial, 0',
  },
  'no check of any file': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['--noCheck'] },
    is: 'success, 0',
  },
  'a run that is killed': {
    files: { ...project(), 'a.ts': wrong },
    program: ['sh', '-c', 'kill -9 $$'],
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a run that never ends': {
    files: { ...project(), 'a.ts': wrong },
    plan: { args: ['--watch'] },
    wallMs: 5_000,
    is: 'tool_failure, none, TIMEOUT, 1',
  },
  'a program that is not there': {
    files: { ...project(), 'a.ts': wrong },
    program: ['/nonexistent/tsc'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'typescript not installed': {
    files: { ...project(), 'a.ts': wrong },
    program: nodeScript('nope/bin/tsc'),
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
};

// Only versions before 5.6 leave projects out.
const unseen = ['project-skipped'];
const program = async () => nodeScript('typescript/bin/tsc');

describeRealEnds({ engine: tsc, program, ends, unseen });
