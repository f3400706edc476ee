import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { javascriptCheatSet } from './changes/javascript-cheats.ts';
import { javascriptRepairs, jestRepairs } from './changes/javascript-repairs.ts';
import { lintCheatSet } from './changes/lint-cheats.ts';
import { publishedChanges } from './changes/published-changes.ts';
import { pytestCheatSet } from './changes/pytest-cheats.ts';
import { pythonLintRepairs } from './changes/python-repairs.ts';
import { foolsBare, runBare, tryChanges } from './changes/try-changes.ts';
import { tryPublished } from './changes/try-published.ts';

describe('an honest repair is taken', () => {
  it.each([pythonLintRepairs, javascriptRepairs, jestRepairs])('$name', async (set) => {
    const folder = join(await tempFolder(), 'work');
    const tried = await tryChanges(set, folder);
    console.log(tried.map((t) => `${t.name} | ${t.verdict} ${t.isHeld ? 'held' : ''}`).join('\n'));
    const bare = await runBare(set, folder);
    for (const [e, { code, stdout, stderr }] of Object.entries(bare))
      console.log(e, code, (stdout + stderr).slice(-1500));
    expect(tried.filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
  });
  it.each(publishedChanges)(
    '$before.package $before.version $after.version $repairs',
    async (change) => {
      const folder = join(await tempFolder(), 'work');
      const tried = await tryPublished(change, folder);
      console.log(
        JSON.stringify([
          change.before.package,
          change.before.version,
          change.after.version,
          change.repairs,
          tried,
        ]),
      );
    },
  );
});

describe('a cheat is no repair', () => {
  it.each([pytestCheatSet, lintCheatSet, javascriptCheatSet])('$name', async (set) => {
    const folder = join(await tempFolder(), 'work');
    const tried = await tryChanges(set, folder);
    console.log(tried.map((t) => `${t.name} | ${t.verdict} ${t.isHeld ? 'held' : ''}`).join('\n'));
    const accepted = tried.filter(({ verdict, isHeld }) => verdict === 'accepted' && !isHeld);
    console.log(
      'ACCEPTED',
      accepted.map((t) => t.name),
    );
    for (const t of accepted)
      console.log(t.name, 'fools bare', await foolsBare(set, folder, t.name));
  });
});
