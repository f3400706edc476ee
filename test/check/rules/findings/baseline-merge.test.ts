import { describe, expect, it } from 'vitest';
import { readBaseline, writeBaseline } from '#check/rules/findings/baseline-file.ts';
import type { BaselineEntry } from '#check/rules/findings/baseline.ts';
import { mergeWithGit } from '../../../support/git-merge.ts';
import { anEntry, baseline } from './baselines.ts';

const rules = ['E501', 'F401', 'F841'];

// Three findings in each of twelve files.
const all = Array.from(
  { length: 12 },
  (_, file) => `src/m${String.fromCodePoint(97 + file)}.py`,
).flatMap((path) => rules.map((rule) => anEntry({ path, rule, message: `${rule} in ${path}` })));

const without = (...fixed: readonly string[]) =>
  all.filter(({ message }) => !fixed.some((text) => message.includes(text)));

const texts = (entries: readonly BaselineEntry[]) =>
  entries.map(({ message }) => message).toSorted();

const write = (entries: readonly BaselineEntry[]) => writeBaseline(baseline(entries));

async function merge(ours: readonly BaselineEntry[], theirs: readonly BaselineEntry[]) {
  const merged = await mergeWithGit({ base: write(all), ours: write(ours), theirs: write(theirs) });
  const reading = readBaseline(merged.text);
  return {
    ...merged,
    left: reading.kind === 'baseline' ? texts(reading.baseline.entries) : reading,
  };
}

describe('merging a baseline file with git', () => {
  it.each([
    ['in files beside each other', ['F401 in src/mc'], ['F401 in src/md']],
    ['the last and the first of two files', ['F841 in src/mc'], ['E501 in src/md']],
    ['all of one file and some of the next', ['in src/mc'], ['E501 in src/md']],
    ['all of two files apart', ['in src/mb'], ['in src/mk']],
    ['many', ['in src/ma', 'F401 in src/me'], ['in src/mh', 'F841 in src/mj']],
  ])('is clean when two branches fix %s', async (_, ours, theirs) => {
    const merged = await merge(without(...ours), without(...theirs));
    expect(merged).toMatchObject({ conflict: false, left: texts(without(...ours, ...theirs)) });
  });

  it('is clean when each branch accepts one in a file of its own', async () => {
    const [ours, theirs] = [
      anEntry({ path: 'src/ma.py', rule: 'W1', message: 'ours' }),
      anEntry({ path: 'src/mf.py', rule: 'W1', message: 'theirs' }),
    ];
    const merged = await merge([...all, ours], [...all, theirs]);
    expect(merged).toMatchObject({ conflict: false, left: texts([...all, ours, theirs]) });
  });

  it('leaves a conflict that reads as the union of both sides', async () => {
    const [ours, theirs] = [without('F401 in src/mc'), without('F841 in src/mc', 'in src/mk')];
    const merged = await merge(ours, theirs);
    expect(merged.conflict).toBe(true);
    expect(merged.text).toContain('<<<<<<< ');
    expect(merged.left).toEqual(texts(without('in src/mk')));
  });

  it('leaves a conflict of two who accept in the same place, with both', async () => {
    const [ours, theirs] = ['ours', 'theirs'].map((message) =>
      anEntry({ path: 'src/mc.py', rule: 'W1', message }),
    );
    const merged = await merge(
      [...all, ...(ours ? [ours] : [])],
      [...all, ...(theirs ? [theirs] : [])],
    );
    expect(merged.conflict).toBe(true);
    expect(merged.left).toEqual([...texts(all), 'ours', 'theirs'].toSorted());
  });
});
