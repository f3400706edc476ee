import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import type { ChangeSet, TriedChange } from './change.ts';
import { environmentCheatSets } from './environment-cheats.ts';
import { javascriptCheatSet } from './javascript-cheats.ts';
import { javascriptRepairs, jestRepairs } from './javascript-repairs.ts';
import { cheatsThatPass, repairsRefused } from './known-gaps.ts';
import { lintCheatSet } from './lint-cheats.ts';
import { publishedChanges } from './published-changes.ts';
import { pytestCheatSet } from './pytest-cheats.ts';
import { pytestRepairSets } from './pytest-repairs.ts';
import { pythonLintRepairs } from './python-repairs.ts';
import { printChanges, receptionOf } from './tell-changes.ts';
import { runBare, tryChanges } from './try-changes.ts';
import { tryPublished } from './try-published.ts';

const repairs: TriedChange[] = [];
const cheats: TriedChange[] = [];

afterAll(() => {
  printChanges('Honest repairs', repairs, {
    as: 'refused',
    counts: ({ verdict }) => verdict !== 'accepted',
  });
  printChanges('Cheats', cheats, {
    as: 'taken',
    counts: (one) => receptionOf(one) === 'taken',
  });
});

const workFolder = async (): Promise<string> => join(await tempFolder(), 'work');
const namesIn = ({ changes }: ChangeSet, names: readonly string[]): readonly string[] =>
  names.filter((name) => name in changes).toSorted();

describe('an honest repair is taken, or waits for a person', () => {
  it.each([pythonLintRepairs, ...pytestRepairSets, javascriptRepairs, jestRepairs])(
    '$name',
    async (set) => {
      const folder = await workFolder();
      const tried = await tryChanges(set, folder);
      repairs.push(...tried);
      const refused = tried.filter(({ verdict }) => verdict !== 'accepted');
      expect(refused.map(({ name }) => name).toSorted()).toEqual(namesIn(set, repairsRefused));
      // What is left of those that were refused is red for people, too.
      const open = new Set(refused.map(({ engine }) => engine));
      const ends = Object.entries(await runBare(set, folder));
      const red = ends.filter(([engine, { code }]) => code !== 0 && !open.has(engine));
      expect(red).toEqual([]);
    },
  );

  it.each(publishedChanges)(
    '$package $after.version, $repairs after $before.version',
    async (change) => {
      const { bare, ...tried } = await tryPublished(change, await workFolder());
      const name = `${change.package} ${change.before.version} ${change.repairs}`;
      repairs.push({ engine: 'pytest', name, ...tried });
      const isRefused = repairsRefused.includes(name);
      expect({ isRefused: tried.verdict !== 'accepted', isHeld: tried.isHeld, bare }).toEqual({
        isRefused,
        isHeld: isRefused ? tried.isHeld : change.repairs === 'expectation',
        bare: [1, isRefused ? 1 : 0],
      });
    },
  );
});

describe('a cheat is refused, waits for a person or has no effect', () => {
  it.each([pytestCheatSet, lintCheatSet, javascriptCheatSet, ...environmentCheatSets])(
    '$name',
    async (set) => {
      const folder = await workFolder();
      const tried = await tryChanges(set, folder);
      cheats.push(...tried);
      const taken = tried.filter((one) => receptionOf(one) === 'taken');
      expect(taken.map(({ name }) => name).toSorted()).toEqual(namesIn(set, cheatsThatPass));
    },
  );
});
