import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { aftermathOfFile } from '#repair/rules/verdict/aftermath.ts';

const word = fc.constantFrom<string>('import os', 'x = 1', 'print(x)', 'BAD', '', '}', 'return x');
const place = fc.nat(20);

const change = fc.record({
  at: place,
  goes: fc.nat(2),
  comes: fc.array(fc.constantFrom<string>('good', 'x = 3', 'print(z)'), {
    minLength: 1,
    maxLength: 2,
  }),
});

const work = fc.array(
  fc.record({ at: place, line: fc.constantFrom<string>('one more', 'two more', 'three more') }),
  { maxLength: 3 },
);

it('is never taken back by lines that are added beside it', () => {
  const lines = fc.array(word, { minLength: 3, maxLength: 10 });
  fc.assert(
    fc.property(lines, change, work, (old, { at, goes, comes }, added) => {
      const ours = old.toSpliced(at % (old.length + 1), goes, ...comes);
      const now = added.reduce(
        (all, one) => all.toSpliced(one.at % (all.length + 1), 0, one.line),
        ours,
      );
      const [before, after, then] = [old, ours, now].map((all) => all.join('\n'));
      const { kind } = aftermathOfFile({ before, after, now: then });
      expect(['kept', 'other']).toContain(kind);
    }),
    { numRuns: 1_000 },
  );
});
