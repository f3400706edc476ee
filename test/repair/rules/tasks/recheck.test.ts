import { describe, expect, it } from 'vitest';
import type { Finding } from '#model/finding.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { defaultTaskLimits } from '#repair/rules/tasks/draft.ts';
import { recheckAll, recheckFiles, type RecheckInput } from '#repair/rules/tasks/recheck.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';
import { found } from './found.ts';

const ruff = { kind: 'python-module', module: 'ruff' } as const;
const check = { args: ['check'], config: (path: string) => ['--config', path] };

function inputOf(findings: readonly Finding[], more: Partial<RecheckInput> = {}): RecheckInput {
  const [draft] = byFile(findings);
  if (draft === undefined) throw new Error('No findings, no draft');
  return {
    draft,
    plan: aPlan({ scope: ['src', 'tests'] }),
    others: [],
    timeoutMs: 60_000,
    limits: defaultTaskLimits,
    complete: true,
    ...more,
  };
}

const criteria = (input: RecheckInput) => ({
  files: recheckFiles(ruff, input, check).successCriteria,
  all: recheckAll(ruff, input, check).successCriteria,
});

const strict = { requireExitCode0: true, maxNewFindings: 0 };
const lenient = { requireExitCode0: false, maxNewFindings: 0 };
const onlyTheirOwn = { requireExitCode0: false };

describe('the command', () => {
  it('judges the files of the task under the configuration and the arguments of the plan', () => {
    const plan = aPlan({
      root: 'services/shop',
      config: { path: 'conf/ruff.toml', source: 'config' },
      args: ['--preview'],
      env: { MODE: 'strict' },
    });
    const spec = recheckFiles(ruff, inputOf([found('services/shop/src/a.py')], { plan }), check);
    expect(spec.commands).toEqual([
      {
        runner: 'python',
        args: ['-m', 'ruff', 'check', '--config', 'conf/ruff.toml', '--preview', '--', 'src/a.py'],
        env: { MODE: 'strict' },
        cwd: 'services/shop',
        timeoutMs: 60_000,
      },
    ]);
  });

  it.each([
    ['services/shop/a.py', 'a.py'],
    ['services/shopping/a.py', '../shopping/a.py'],
    ['a.py', '../../a.py'],
    ['services/shop/-a.py', './-a.py'],
  ])('sees %s from its folder as %s', (file, path) => {
    const plan = aPlan({ root: 'services/shop' });
    const [command] = recheckFiles(ruff, inputOf([found(file)], { plan }), check).commands;
    expect(command?.args.at(-1)).toBe(path);
  });

  it('judges all of the scope where the task has no file', () => {
    const [command] = recheckFiles(ruff, inputOf([found(undefined)]), check).commands;
    expect(command?.args.slice(-3)).toEqual(['--', 'src', 'tests']);
  });

  it.each([
    [{ kind: 'node-bin', package: '@biomejs/biome', bin: 'biome' }, 'node', ['biome']],
    [{ kind: 'binary', name: 'tombi' }, 'generic', ['tombi']],
  ] as const)('starts %o', (program, runner, start) => {
    const [command] = recheckAll(program, inputOf([found('a.py')]), check).commands;
    expect(command).toMatchObject({ runner, args: [...start, 'check'] });
  });
});

describe('the criteria', () => {
  it('ask for exit code 0 where nothing else can be found', () => {
    expect(criteria(inputOf([found('a.py')]))).toEqual({ files: strict, all: strict });
  });

  it('do not where a tolerated finding stays in the same file', () => {
    const others = [found('a.py')];
    expect(criteria(inputOf([found('a.py')], { others }))).toEqual({
      files: lenient,
      all: lenient,
    });
  });

  it('do where it stays in another file, which only the whole program comes upon', () => {
    const others = [found('b.py')];
    expect(criteria(inputOf([found('a.py')], { others }))).toEqual({ files: strict, all: lenient });
  });

  it('do not where it stays in the project as a whole', () => {
    const others = [found(undefined)];
    expect(criteria(inputOf([found('a.py')], { others })).files).toEqual(lenient);
    expect(criteria(inputOf([found(undefined)], { others: [found('b.py')] })).files).toEqual(
      lenient,
    );
  });

  it('blame nobody for what a repaired syntax error brings to light', () => {
    const input = inputOf([found('a.py', { kind: 'syntax_error', severity: 'blocker' })]);
    expect(criteria(input)).toEqual({ files: onlyTheirOwn, all: onlyTheirOwn });
  });

  it('blame nobody for what a partial run of the whole program did not tell', () => {
    const input = inputOf([found('a.py')], { complete: false });
    expect(criteria(input)).toEqual({ files: strict, all: onlyTheirOwn });
  });
});
