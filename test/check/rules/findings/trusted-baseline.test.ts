import { describe, expect, it } from 'vitest';
import { type Acceptance, writeAcceptances } from '#check/rules/findings/acceptance.ts';
import { writeBaseline } from '#check/rules/findings/baseline-file.ts';
import type { BaselineEntry } from '#check/rules/findings/baseline.ts';
import { anEntry } from './baselines.ts';
import { type BaselineSources, trustBaseline } from '#check/rules/findings/trusted-baseline.ts';

function file(...entries: readonly BaselineEntry[]): string {
  return writeBaseline({ engine: 'ruff', signature: 's', entries });
}

function trust(given: Partial<BaselineSources>) {
  return trustBaseline({
    engine: 'ruff',
    path: 'base/ruff.tsv',
    wanted: 'auto',
    noBase: undefined,
    committed: undefined,
    recorded: undefined,
    inTree: undefined,
    accepted: undefined,
    ...given,
  });
}

const other = anEntry({ path: 'b.py' });
const reasonFor = ({ path, rule, M }: BaselineEntry): Acceptance => ({
  path,
  rule,
  M,
  reason: 'legacy',
});
const recorded = {
  schemaVersion: 1,
  engine: 'ruff',
  signature: 'r',
  entries: [other],
  tests: null,
  coverage: null,
} as const;
const snapshot = { ...recorded, entries: [...recorded.entries] };

describe('what is trusted', () => {
  it('is the file of the merge base before what was recorded of it', () => {
    const { use, baseline } = trust({ committed: file(anEntry()), recorded: snapshot });
    expect(use.source).toBe('committed');
    expect(baseline).toMatchObject({ signature: 's', entries: [anEntry()] });
  });

  it('is what was recorded where there is no file, or where that alone is asked for', () => {
    expect(trust({ recorded: snapshot }).use.source).toBe('recorded');
    const asked = trust({ committed: file(anEntry()), recorded: snapshot, wanted: 'recorded' });
    expect(asked.baseline).toMatchObject({ signature: 'r', entries: [other] });
  });

  it.each([
    [{}, 'there is no base/ruff.tsv at the merge base, and nothing was recorded of it'],
    [{ noBase: 'there is no commit' }, 'Every finding counts as new: there is no commit.'],
    [{ wanted: 'none', committed: file(anEntry()) }, 'asks for no baseline'],
    [{ wanted: 'committed', recorded: snapshot }, 'there is no base/ruff.tsv'],
    [{ wanted: 'recorded', committed: file(anEntry()) }, 'nothing was recorded'],
  ] as const)('is nothing for %j, and says so', (given, because) => {
    const { use, baseline } = trust(given);
    expect(use).toEqual({ source: 'none', because: expect.stringContaining(because) });
    expect(baseline.entries).toEqual([]);
  });

  it('is the file as it lies there where there is no history', () => {
    const { use, baseline } = trust({ noBase: 'no git', inTree: file(anEntry()) });
    expect(use).toEqual({
      source: 'committed',
      because: 'base/ruff.tsv of the work tree: no git.',
    });
    expect(baseline.entries).toEqual([anEntry()]);
  });
});

describe('what the work tree adds', () => {
  it('tolerates nothing without a reason', () => {
    const { baseline, growth } = trust({
      committed: file(anEntry()),
      inTree: file(anEntry(), other),
    });
    expect(baseline.entries).toEqual([anEntry()]);
    expect(growth).toEqual([other]);
  });

  it('counts with a reason, once for each', () => {
    const { baseline, growth, use } = trust({
      committed: file(anEntry()),
      inTree: file(anEntry(), other, other),
      accepted: writeAcceptances([reasonFor(other)]),
    });
    expect(baseline.entries).toEqual([anEntry(), other]);
    expect(growth).toEqual([other]);
    expect(use.because).toContain('1 more were accepted');
  });

  it('is no growth where an entry only followed its line or its file', () => {
    const edited = anEntry({ L: 'd'.repeat(12), C: 'e'.repeat(12) });
    const moved = anEntry({ path: 'moved.py' });
    const before = file(anEntry(), other);
    expect(trust({ committed: before, inTree: file(edited, moved) }).growth).toEqual([]);
    const twice = trust({ committed: file(anEntry()), inTree: file(edited, moved) });
    expect(twice.growth).toHaveLength(1);
  });

  it('is nothing where the file was deleted: the base still holds', () => {
    const { baseline, growth } = trust({ committed: file(anEntry()) });
    expect({ entries: baseline.entries, growth }).toEqual({ entries: [anEntry()], growth: [] });
  });

  it('has reasons that survive writing and reading, and broken lines accept nothing', () => {
    const odd = anEntry({ path: '#odd\tname', rule: 'ü' });
    const text = writeAcceptances([reasonFor(odd)]);
    const grown = { committed: file(), inTree: file(odd) };
    expect(trust({ ...grown, accepted: text }).growth).toEqual([]);
    expect(trust({ ...grown, accepted: text.replace('legacy', ' ') }).growth).toEqual([odd]);
    expect(trust({ ...grown, accepted: 'x\ty\n' }).growth).toEqual([odd]);
  });
});

it('names the line of a file that cannot be read', () => {
  const { problems, baseline } = trust({ committed: `${file(anEntry())}x\n`, inTree: 'y\n' });
  expect(baseline.entries).toEqual([]);
  expect(problems).toEqual([
    expect.stringMatching(/^base\/ruff.tsv at the merge base, line \d+: An entry has 5 fields/),
    expect.stringMatching(/^base\/ruff.tsv in the work tree, line 1: /),
  ]);
});
