import type { TwoProbes } from '#repair/rules/evidence/compare-probes.ts';
import type {
  ProbeAnswer,
  TestEnd,
  TriedMutant,
  WatchedTest,
} from '#repair/rules/evidence/probe-answer.ts';

export const total = 'shop.py::total';
export const path = 'test_shop.py';

export const passed: TestEnd = { outcome: 'passed' };
export const broken: TestEnd = { outcome: 'failed', type: 'TypeError', says: 'boom', line: 2 };

export function failed(says: string): TestEnd {
  return { outcome: 'failed', type: 'AssertionError', asserts: true, says, line: 4 };
}

export function aTest(name: string, different: Partial<WatchedTest> = {}): WatchedTest {
  return {
    id: `${path}::${name}`,
    file: path,
    place: name,
    first: 3,
    last: 5,
    end: passed,
    calls: [total],
    lines: { [path]: [4, 5] },
    ...different,
  };
}

/** What each kind of mutant of one function made of each test. */
type Ends = Readonly<Partial<Record<TriedMutant['kind'], Readonly<Record<string, TestEnd>>>>>;

export function anAnswer(
  watched: readonly WatchedTest[],
  ends: Ends = {},
  different: Partial<ProbeAnswer> = {},
): ProbeAnswer {
  return {
    version: 1,
    nonce: 't1',
    outcomes: Object.fromEntries(watched.map(({ id, end }) => [id, end.outcome])),
    canaries: {},
    canariesMs: 0,
    path: [],
    watched: [...watched],
    functions: [{ id: total, direct: true }],
    mutants: kinds.flatMap((kind) => {
      const told = ends[kind];
      return told === undefined ? [] : [{ function: total, kind, ends: named(told) }];
    }),
    ...different,
  };
}

function named(told: Readonly<Record<string, TestEnd>>) {
  return Object.fromEntries(Object.entries(told).map(([name, end]) => [`${path}::${name}`, end]));
}

const kinds: readonly TriedMutant['kind'][] = ['empty', 'high', 'low', 'raises'];

/** The same end by every mutant. */
export function byAll(name: string, end: TestEnd): Ends {
  return Object.fromEntries(kinds.map((kind) => [kind, { [name]: end }]));
}

const text = [
  'import shop',
  '',
  'def test_total():',
  '    value = shop.total()',
  '    assert value == 3',
];

export function twoProbes(
  old: ProbeAnswer | undefined,
  now: ProbeAnswer,
  different: Partial<TwoProbes> = {},
): TwoProbes {
  const lines = new Map([[path, text]]);
  return { old, now, renames: new Map(), oldLines: lines, newLines: lines, ...different };
}
