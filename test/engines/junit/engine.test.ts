import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { EnginePlan } from '#domain/model/engine-plan.ts';
import { junit } from '#engines/junit/engine.ts';
import { summary, type Expected } from '../../domain/outcome/catalogs/row.ts';
import { aRun, exited, judged } from '../../domain/outcome/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'junit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan: EnginePlan = {
  engine: 'junit',
  mode: 'target',
  root: '.',
  scope: ['.'],
  scopeSource: 'default',
  config: { path: null, source: 'discovery' },
  args: [],
  env: {},
  options: {},
  profile: null,
  toolProfile: null,
};

/** Runs it as a step would, in a repository that already holds the report of an earlier run. */
function check(given: Partial<EnginePlan>) {
  const base = mkdtempSync(join(folder, 'run-'));
  const [cwd, scratch] = [join(base, 'repo'), join(base, 'scratch')];
  mkdirSync(join(cwd, 'out'), { recursive: true });
  mkdirSync(scratch);
  writeFileSync(join(cwd, 'out/report.xml'), failing);
  const spec = junit.check.spec({ plan: { ...plan, ...given }, scratch });
  const result = spawnSync('sh', spec.args, { cwd, encoding: 'utf8' });
  const reports = new Map(
    Object.entries(spec.reports).flatMap(([name, path]) =>
      existsSync(path) ? [[name, readFileSync(path, 'utf8')] as const] : [],
    ),
  );
  const { stdout, stderr } = result;
  const { facts } = junit.parse({ stdout, stderr, reports, cwd });
  const texts = { stdout, stderr, report: reports.get('junit') ?? '' };
  const run = aRun({ ending: exited(result.status ?? -1), report: facts, texts });
  return { stdout, stderr, judgement: judged(run, junit.check.catalog) };
}

const failing = '<testsuite><testcase name="t"><failure message="m"/></testcase></testsuite>';
const passing = '<testsuite><testcase name="t"/></testsuite>';
const nothing = '<testsuite/>';

const report = 'out/report.xml';
const writing = (text: string, exit: number): EnginePlan['options'] => ({
  report,
  command: ['sh', '-c', `printf '%s' "$1" > out/report.xml; exit ${exit}`, 'test', text],
});
const shell = (script: string): EnginePlan['options'] => ({
  report,
  command: ['sh', '-c', script],
});

describe('a command that writes a JUnit report', () => {
  it.each<[string, EnginePlan['options'], Expected]>([
    ['tests that pass', writing(passing, 0), 'success'],
    ['tests that fail', writing(failing, 1), 'diagnostic'],
    ['tests that fail, with a code of its own', writing(failing, 7), 'diagnostic'],
    ['tests that fail, told to exit 0', writing(failing, 0), 'diagnostic'],
    ['tests that pass, and another failure', writing(passing, 1), 'unknown, none, CONTRADICTION'],
    ['no tests', writing(nothing, 0), 'unknown, none, EMPTY_SCOPE'],
    ['a report that breaks off', writing('<testsuite>', 1), 'tool_failure, none, REPORT_INVALID'],
    ['a report of nothing', writing('', 0), 'tool_failure, none, NO_OUTPUT'],
    ['no report, with an old one in its place', shell('exit 0'), 'tool_failure, none, NO_OUTPUT'],
    [
      'a signal after its report',
      shell(`echo '${failing}' > ${report}; kill -9 $$`),
      'tool_failure, none, CRASHED',
    ],
    [
      'a program that is missing',
      { report, command: ['no-such-program'] },
      'tool_failure, none, TOOL_NOT_FOUND',
    ],
    [
      'a report that is a folder',
      { report: 'out', command: ['true'] },
      'tool_failure, none, CRASHED',
    ],
    ['no options', {}, 'tool_failure, none, CONFIG_INVALID'],
  ])('%s', (_, options, is) => {
    expect(summary(check({ options }).judgement)).toBe(is);
  });

  it('is given its words as they are, and further arguments after them', () => {
    const words = ['a b', '$HOME', '"', "'", '-n', '*', 'X=1'];
    const options = { report, command: ['printf', '%s|', ...words] };
    expect(check({ options, args: ['last;'] }).stdout).toBe(`${[...words, 'last;'].join('|')}|`);
  });

  it('may have a report whose name begins with a dash', () => {
    const options = { report: '-f', command: ['sh', '-c', `echo '${passing}' > ./-f`] };
    expect(summary(check({ options }).judgement)).toBe('success');
  });

  it.each([
    [{ command: [], report }, 'options.command: names no program'],
    [{ command: [''], report }, 'options.command: names no program'],
    [{ command: 'npm test', report }, 'options.command: '],
    [{ command: ['true'] }, 'options.report: '],
    [{ command: ['true'], report: '/etc/x' }, 'options.report: is not a path of a file inside'],
    [{ command: ['true'], report: 'a/../../x' }, 'options.report: is not a path of a file inside'],
    [{ command: ['true'], report: 'out/' }, 'options.report: is not a path of a file inside'],
    [{ command: ['true'], report: '' }, 'options.report: is not a path of a file inside'],
    [{ command: ['true'], report, more: '$(touch x)\n`id`' }, 'options: '],
    [{}, 'options.command: '],
  ])('does not run with the options %j', (options, problem) => {
    const { stderr, judgement } = check({ options });
    expect(stderr).toContain(`The options of the engine junit are wrong: `);
    expect(stderr).toContain(problem);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(judgement.error?.reason).toBe('CONFIG_INVALID');
  });

  it('is nothing that a repository shows by itself', () => {
    const facts = {
      files: new Set(['junit.xml']),
      manifests: new Map(),
      environments: new Set<string>(),
    };
    expect(junit.detect(facts, '.').kind).toBe('absent');
  });
});
