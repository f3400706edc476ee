import { describe, expect, it } from 'vitest';
import { testOfFile } from '#check/rules/findings/test-names.ts';
import { describeComponent } from '#check/rules/findings/vector-component.ts';
import type { Finding } from '#model/finding.ts';
import {
  compareSnapshots,
  type TreeDifference,
  vectorNumbers,
  worsePaths,
} from '#repair/rules/session/compare-snapshots.ts';
import type { EngineSnapshot } from '#repair/rules/session/findings-snapshot.ts';
import { found } from '../tasks/found.ts';
import {
  aKnown,
  anOutcome,
  aSnapshot,
  anEngineSnapshot,
  failedOutcome,
  scheduled,
} from './snapshots.ts';

const nothingElse: TreeDifference = {
  renames: new Map(),
  deleted: [],
  suppressionsAdded: 0,
  silencedIn: [],
  configChanges: [],
  setAside: new Set(),
};

interface Course {
  readonly before?: Partial<EngineSnapshot>;
  readonly after?: Partial<EngineSnapshot>;
  readonly tree?: Partial<TreeDifference>;
}

function compare({ before, after, tree }: Course) {
  const [start, end] = [aSnapshot(anEngineSnapshot(before)), aSnapshot(anEngineSnapshot(after))];
  const difference = { ...nothingElse, ...tree };
  const vector = compareSnapshots(start, end, difference);
  return {
    vector,
    worse: worsePaths(start, end, { vector, tree: difference }),
    numbers: Object.fromEntries(
      vectorNumbers(start, end, difference).map(({ measures, before: was, after: is }) => [
        describeComponent(measures),
        { before: was, after: is },
      ]),
    ),
  };
}

/** What one component says; its sentence where that is not the same. */
function said(course: Course, component: string): string | undefined {
  const { vector } = compare(course);
  const one = vector.components.find((other) => other.component === component);
  expect(vector.acceptable).toBe(!vector.components.some(({ result }) => result === 'worse'));
  return one && (one.result === 'same' ? 'same' : `${one.result}: ${one.sentence}`);
}

const fresh = (finding: Finding = found('src/new.py')) => aKnown(finding, { fromStart: false });
const test = (id: string, skipped = false) => ({ id, skipped });
const tests = [test('tests/test_a.py::one'), test('tests/test_a.py::two', true)];
const covered = (count: number, total = 10) => ({
  coverage: { 'src/a.py': { covered: count, total } },
});

describe('findings', () => {
  const name = 'new findings of ruff';

  it('that were there from the start are the same, those that came are worse', () => {
    const before = { known: [aKnown()] };
    expect(said({ before, after: before }, name)).toBe('same');
    expect(said({ before, after: { known: [] } }, name)).toBe('same');
    const course = { before, after: { known: [fresh(), aKnown()] } };
    expect(said(course, name)).toBe(`worse: ${name}: 1, was 0.`);
    expect(compare(course).worse).toEqual(new Set(['src/new.py']));
    expect(compare(course).numbers).toMatchObject({ [name]: { before: 0, after: 1 } });
  });

  it('that only came to light are none, where something hid them in their file', () => {
    const hides = aKnown(found('src/dark.py', { kind: 'syntax_error' }));
    const course = { before: { known: [hides] }, after: { known: [fresh(found('src/dark.py'))] } };
    expect(said(course, name)).toBe('same');
    expect(compare(course).worse).toEqual(new Set());
    const elsewhere = { ...course, after: { known: [fresh(found('src/light.py'))] } };
    expect(said(elsewhere, name)).toContain('worse');
    // Lint hides nothing.
    const lint = { ...course, before: { known: [aKnown(found('src/dark.py'))] } };
    expect(said(lint, name)).toContain('worse');
  });

  it('count for each engine in each root', () => {
    const inWeb = { scheduled: scheduled({ root: 'web' }) };
    const start = aSnapshot(anEngineSnapshot(), anEngineSnapshot(inWeb));
    const end = aSnapshot(
      anEngineSnapshot(),
      anEngineSnapshot({ ...inWeb, known: [fresh(found('web/a.py'))] }),
    );
    const { components } = compareSnapshots(start, end, nothingElse);
    expect(components.slice(0, 2).map(({ component, result }) => [component, result])).toEqual([
      ['new findings of ruff', 'same'],
      ['new findings of ruff in web', 'worse'],
    ]);
  });
});

describe('an engine', () => {
  const name = 'new findings of ruff';
  const gone = `worse: ruff gives no trustworthy result any more.`;

  it('that cannot be relied on at the end is worse', () => {
    expect(said({ after: { outcome: failedOutcome } }, name)).toBe(gone);
    const completeness = { kind: 'partial', reason: 'Some was left out.' } as const;
    expect(said({ after: { outcome: anOutcome({ completeness }) } }, name)).toBe(gone);
    const { components, acceptable } = compareSnapshots(
      aSnapshot(anEngineSnapshot()),
      aSnapshot(),
      nothingElse,
    );
    expect(acceptable).toBe(false);
    expect(components[0]?.sentence).toBe('ruff gives no trustworthy result any more.');
  });

  it('that could not be relied on at the start has nothing to say', () => {
    const before = { outcome: failedOutcome };
    const course = { before, after: { known: [fresh()], ...covered(1) } };
    expect(said(course, name)).toBeUndefined();
    expect(compare(course).vector.acceptable).toBe(true);
  });
});

describe('tests', () => {
  it('that are gone are worse, unless their file has another name', () => {
    const lost = { before: { tests }, after: { tests: tests.slice(1) } };
    expect(said({ before: { tests }, after: { tests } }, 'lost tests')).toBe('same');
    expect(said(lost, 'lost tests')).toBe('worse: lost tests: also tests/test_a.py::one.');
    expect(compare(lost).worse).toEqual(new Set(['tests/test_a.py']));
    const moved = tests.map(({ id, skipped }) => test(id.replace('test_a', 'test_b'), skipped));
    const renames = new Map([['tests/test_a.py', 'tests/test_b.py']]);
    const renamed = { before: { tests }, after: { tests: moved }, tree: { renames } };
    expect(said(renamed, 'lost tests')).toBe('same');
    expect(said(renamed, 'skipped tests')).toBe('same');
  });

  it('are not lost where one file of two moves whose paths begin alike, or read like an id', () => {
    const [from, to, beside] = ['test/foo.test.ts', 'test/bar.test.ts', 'test/foo.test.tsx'];
    const odd = testOfFile('test/foo.test.ts > odd :: name.ts', ' > three');
    const listed = (file: string) =>
      [testOfFile(file, ' > one'), testOfFile(beside, ' > two'), odd].map((one, index) => ({
        ...one,
        skipped: index > 0,
      }));
    const course = {
      before: { tests: listed(from) },
      after: { tests: listed(to) },
      tree: { renames: new Map([[from, to]]) },
    };
    expect(said(course, 'lost tests')).toBe('same');
    expect(said(course, 'skipped tests')).toBe('same');
    const gone = { ...course, after: { tests: listed(to).slice(0, 1) } };
    expect(compare(gone).worse).toEqual(new Set([from, beside, odd.file]));
  });

  it('leaves the tests of a file alone whose path only begins like that of a renamed one', () => {
    const own = [test('tests/unit_more.py::test_one', true)];
    const tree = { renames: new Map([['tests/unit', 'tests/all']]) };
    const beside = { before: { tests: own }, after: { tests: own }, tree };
    expect(said(beside, 'lost tests')).toBe('same');
    expect(said(beside, 'skipped tests')).toBe('same');
  });

  it('that are skipped now are worse, unless they were set aside as asked; that run again better', () => {
    const name = 'skipped tests';
    const [one, two] = ['tests/test_a.py::one', 'tests/test_a.py::two'];
    const skipped = { before: { tests }, after: { tests: [test(one, true), test(two, true)] } };
    expect(said({ before: { tests }, after: { tests } }, name)).toBe('same');
    expect(said(skipped, name)).toBe(`worse: ${name}: also ${one}.`);
    expect(compare(skipped).worse).toEqual(new Set(['tests/test_a.py']));
    const setAside = new Set([one]);
    expect(said({ ...skipped, tree: { setAside } }, name)).toBe('same');
    const back = { before: { tests }, after: { tests: [test(one), test(two)] } };
    expect(said(back, name)).toBe(`better: ${name}: no longer ${two}.`);
  });

  it('that are new and skipped are not worse', () => {
    const after = { tests: [...tests, test('tests/test_c.py::new', true)] };
    expect(said({ before: { tests }, after }, 'skipped tests')).toBe('same');
  });
});

describe('what silences', () => {
  it('is worse where there is more of it, and can be seen there', () => {
    expect(said({}, 'suppressions added')).toBe('same');
    const tree = { suppressionsAdded: 2, silencedIn: ['src/a.py'] };
    expect(said({ tree }, 'suppressions added')).toBe('worse: suppressions added: 2, was 0.');
    expect(compare({ tree }).worse).toEqual(new Set(['src/a.py']));
  });
});

describe('configuration', () => {
  it('that says something else is worse, and its file is where that is seen', () => {
    expect(said({}, 'changed configuration')).toBe('same');
    const tree = { configChanges: ['ruff.toml'] };
    expect(said({ tree }, 'changed configuration')).toBe(
      'worse: changed configuration: also ruff.toml.',
    );
    const { worse, numbers } = compare({ tree });
    expect(worse).toEqual(new Set(['ruff.toml']));
    expect(numbers['changed configuration']).toEqual({ before: 0, after: 1 });
  });
});

describe('coverage', () => {
  const name = 'coverage of src/a.py';

  it.each<[after: Partial<EngineSnapshot>, expected: string]>([
    [covered(5), 'same'],
    [covered(6), `better: ${name}: 6 of 10 lines, was 5 of 10.`],
    [covered(4), `worse: ${name}: 4 of 10 lines, was 5 of 10.`],
    [{ coverage: {} }, `worse: ${name}: not measured any more.`],
  ])('%j: %s', (after, expected) => {
    const course = { before: covered(5), after };
    expect(said(course, name)).toBe(expected);
    const isWorse = expected.startsWith('worse');
    expect(compare(course).worse).toEqual(new Set(isWorse ? ['src/a.py'] : []));
  });

  it('follows its file to another name, and goes with it', () => {
    const before = covered(5);
    const tree = { renames: new Map([['src/a.py', 'src/b.py']]) };
    const after = { coverage: { 'src/b.py': { covered: 5, total: 10 } } };
    expect(said({ before, after, tree }, 'coverage of src/b.py')).toBe('same');
    expect(said({ before, after, tree }, name)).toBeUndefined();
    const deleted = { before, after: { coverage: {} }, tree: { deleted: ['src/a.py'] } };
    expect(said(deleted, name)).toBeUndefined();
    expect(compare(deleted).vector.acceptable).toBe(true);
  });

  it('is told in percent', () => {
    const { numbers } = compare({ before: covered(1, 3), after: covered(0, 0) });
    expect(numbers[name]).toEqual({ before: 33.33, after: 100 });
  });
});

it('has a number for whatever it compares, and says nothing of what it did not measure', () => {
  const { vector, numbers } = compare({ before: covered(5), after: covered(5) });
  const names = vector.components.map(({ component }) => component);
  expect(Object.keys(numbers)).toEqual(names);
  expect(names).toEqual([
    'new findings of ruff',
    'lost tests',
    'skipped tests',
    'suppressions added',
    'changed configuration',
    'coverage of src/a.py',
  ]);
});
