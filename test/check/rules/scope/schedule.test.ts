import { describe, expect, it } from 'vitest';
import {
  type PlannedEngine,
  type RequestedMode,
  scheduleEngines,
  type Scheduled,
} from '#check/rules/scope/schedule.ts';
import { anInput, bothModes, deselected, planned } from './plans.ts';

const narrow = planned({ mode: 'current', scope: ['src'], scopeSource: 'command-line' });
const everything = planned({ mode: 'target' });

type Situation =
  | 'equal'
  | 'narrower'
  | 'elsewhere'
  | 'partly-elsewhere'
  | 'other-args'
  | 'only-target'
  | 'only-current';

const situations: Record<Situation, PlannedEngine> = {
  equal: { current: planned({ mode: 'current' }), target: everything },
  narrower: { current: narrow, target: everything },
  elsewhere: { current: narrow, target: planned({ scope: ['test', 'src/a.py'] }) },
  'partly-elsewhere': {
    current: planned({ mode: 'current', scope: ['src', 'docs'] }),
    target: planned({ scope: ['src', 'test'] }),
  },
  'other-args': { current: narrow, target: planned({ args: ['-x'] }) },
  'only-target': { current: deselected(), target: everything },
  'only-current': { current: narrow, target: deselected() },
};

const run = { current: 'current: run', target: 'target: run' };
const same = [run.target, 'current: same-as-target'];
const derived = [run.target, 'current: derived'];
const derivedAlone = ['target: run, not requested', 'current: derived'];
const each = [run.current, run.target];

const perFile: Record<RequestedMode, Record<Situation, readonly string[]>> = {
  current: {
    equal: [run.current],
    narrower: [run.current],
    elsewhere: [run.current],
    'partly-elsewhere': [run.current],
    'other-args': [run.current],
    'only-target': [],
    'only-current': [run.current],
  },
  target: {
    equal: [run.target],
    narrower: [run.target],
    elsewhere: [run.target],
    'partly-elsewhere': [run.target],
    'other-args': [run.target],
    'only-target': [run.target],
    'only-current': [],
  },
  both: {
    equal: same,
    narrower: each,
    elsewhere: each,
    'partly-elsewhere': each,
    'other-args': each,
    'only-target': [run.target],
    'only-current': [run.current],
  },
};

const wholeProgram: Record<RequestedMode, Record<Situation, readonly string[]>> = {
  current: { ...perFile.current, equal: derivedAlone, narrower: derivedAlone },
  target: perFile.target,
  both: { ...perFile.both, narrower: derived },
};

describe.each([
  { kind: 'file by file', table: perFile, names: [] },
  { kind: 'by the whole program', table: wholeProgram, names: ['ruff'] },
])('an engine that judges $kind', ({ table, names }) => {
  const rows = Object.entries(situations).flatMap(([situation, engine]) =>
    Object.entries(table).map(([requested, row]) => ({
      situation,
      requested,
      engine,
      expected: Object.entries(row).find(([name]) => name === situation)?.[1],
    })),
  );

  it.each(rows)('$requested of $situation plans: $expected', ({ requested, engine, expected }) => {
    const { entries } = scheduleEngines(modeNamed(requested), [engine], {
      wholeProgram: new Set(names),
    });
    expect(entries.map(shortly)).toEqual(expected);
  });
});

describe('a schedule', () => {
  it('carries the plan of each mode', () => {
    const { entries } = scheduleEngines('both', [situations.narrower], {
      wholeProgram: new Set(['ruff']),
    });
    expect(entries.map(({ mode, plan }) => [mode, plan.mode, plan.scope])).toEqual([
      ['target', 'target', ['.']],
      ['current', 'current', ['src']],
    ]);
  });

  it('treats each engine by itself', () => {
    const engines = ['ruff', 'mypy', 'pytest'].map((engine) =>
      bothModes(
        anInput({
          engine,
          commandLine: { paths: ['src'] },
          config: { engines: { pytest: { paths: ['src'] } } },
        }),
      ),
    );
    const { entries } = scheduleEngines('both', engines, { wholeProgram: new Set(['mypy']) });
    expect(entries.map((one) => `${one.engine} ${shortly(one)}`)).toEqual([
      'ruff current: run',
      'ruff target: run',
      'mypy target: run',
      'mypy current: derived',
      'pytest target: run',
      'pytest current: same-as-target',
    ]);
  });

  it('goes on with the others when one is deselected', () => {
    const config = { engines: { ruff: { paths: [] }, mypy: { enabled: false } } };
    const engines = ['ruff', 'mypy', 'pytest'].map((engine) =>
      bothModes(anInput({ engine, config })),
    );
    const { entries, problems } = scheduleEngines('both', engines, { wholeProgram: new Set() });
    expect(new Set(entries.map(({ engine }) => engine))).toEqual(new Set(['pytest']));
    expect(problems.map(({ engine, code }) => [engine, code])).toEqual([['ruff', 'EMPTY_SCOPE']]);
  });

  const twoProblems = { current: deselected('of current'), target: deselected('of target') };
  const told: Record<RequestedMode, readonly string[]> = {
    current: ['of current'],
    target: ['of target'],
    both: ['of current', 'of target'],
  };

  it.each(Object.entries(told))('for %s tells the problems of %j', (requested, messages) => {
    const { problems } = scheduleEngines(modeNamed(requested), [twoProblems], {
      wholeProgram: new Set(),
    });
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });

  it('pairs the modes of an engine root by root', () => {
    const commandLine = { paths: ['api/src'] };
    const engines = ['.', 'api', 'web'].map((root) => bothModes(anInput({ root, commandLine })));
    const { entries } = scheduleEngines('both', engines, { wholeProgram: new Set(['ruff']) });
    expect(entries.map((one) => [one.plan.root, one.plan.scope.join(), shortly(one)])).toEqual([
      ['.', '.', 'target: run'],
      ['.', 'api/src', 'current: derived'],
      ['api', '.', 'target: run'],
      ['api', 'src', 'current: derived'],
      ['web', '.', 'target: run'],
    ]);
  });

  it('tells a problem of every root once', () => {
    const config = { engines: { ruff: { paths: [] } } };
    const engines = ['.', 'api'].map((root) => bothModes(anInput({ root, config })));
    const { problems } = scheduleEngines('both', engines, { wholeProgram: new Set() });
    expect(problems.map(({ code }) => code)).toEqual(['EMPTY_SCOPE']);
  });

  it('tells a problem of both modes once, and of two engines twice', () => {
    const engines = ['ruff', 'mypy'].map((engine) => ({
      current: deselected('scope.paths is empty.', engine),
      target: deselected('scope.paths is empty.', engine),
    }));
    const { problems } = scheduleEngines('both', engines, { wholeProgram: new Set() });
    expect(problems.map(({ engine }) => engine)).toEqual(['ruff', 'mypy']);
  });
});

function shortly({ mode, how, requested }: Scheduled): string {
  return `${mode}: ${how}${requested ? '' : ', not requested'}`;
}

function modeNamed(name: string): RequestedMode {
  return name === 'current' || name === 'target' ? name : 'both';
}
