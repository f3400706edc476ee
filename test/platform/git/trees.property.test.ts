import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha } from '#model/ids.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';

/** What a file holds, as the numbers of its lines; undefined: there is none. */
type Side = Readonly<Record<string, readonly number[] | undefined>>;

const names = ['a.txt', 'deep/b.txt', 'deep/er/c.txt'];
const lines = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });
const side: fc.Arbitrary<Side> = fc.record({
  'a.txt': fc.option(lines, { nil: undefined, freq: 8 }),
  'deep/b.txt': fc.option(lines, { nil: undefined, freq: 8 }),
  'deep/er/c.txt': fc.option(lines, { nil: undefined }),
});

/** Changes that leave most of it as it was, so that merges are often clean. */
function grownFrom(base: Side): fc.Arbitrary<Side> {
  return fc.record(
    Object.fromEntries(
      names.map((name) => {
        const before = base[name];
        if (before === undefined) return [name, fc.option(lines, { nil: undefined })];
        const ends = fc.tuple(fc.subarray([8]), fc.subarray([9]));
        const edited = ends.map(([first, last]) => [...first, ...before, ...last]);
        return [
          name,
          fc.oneof(
            { weight: 5, arbitrary: edited },
            { weight: 1, arbitrary: lines },
            { weight: 1, arbitrary: fc.constant(undefined) },
          ),
        ];
      }),
    ),
  );
}

const grown = side.chain((base) =>
  fc.record({ base: fc.constant(base), ours: grownFrom(base), theirs: grownFrom(base) }),
);

/** A repository with a branch for each side, merged by plain git where that can. */
async function plainly({ base, ours, theirs }: { base: Side; ours: Side; theirs: Side }) {
  const repository = await gitRepository({});
  const { git, root } = repository;
  const put = async (files: Side): Promise<string> => {
    for (const name of names) {
      const numbers = files[name];
      if (numbers === undefined) await rm(join(root, name), { force: true });
      else await repository.write({ [name]: numbers.map((line) => `${name} ${line}\n`).join('') });
    }
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    return git('rev-parse', 'HEAD^{tree}');
  };
  const before = await put(base);
  git('checkout', '-q', '-b', 'theirs');
  const there = await put(theirs);
  git('checkout', '-q', 'main');
  const here = await put(ours);
  const merged = (): string | undefined => {
    try {
      git('merge', '-q', '-m', 'merge', 'theirs');
    } catch {
      return undefined;
    }
    return git('rev-parse', 'HEAD^{tree}');
  };
  return {
    root,
    before: sha.parse(before),
    here: sha.parse(here),
    there: sha.parse(there),
    merged: merged(),
  };
}

describe('trees', () => {
  it('are integrated as git merges them, and patches lead from one to the other', async () => {
    await fc.assert(
      fc.asyncProperty(grown, async (sides) => {
        const { root, before, here, there, merged } = await plainly(sides);
        const { trees } = await openedGit(root);
        const integrated = await trees.integrate({ base: before, ours: here, theirs: there });
        expect(integrated).toMatchObject(
          merged === undefined ? { kind: 'conflict' } : { kind: 'clean', tree: merged },
        );
        const patch = await trees.patch(before, there);
        expect(await trees.applyPatch(before, patch)).toBe(there);
      }),
      { numRuns: 15 },
    );
  });
});
