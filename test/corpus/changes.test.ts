import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { pythonLintRepairs } from './changes/python-repairs.ts';
import { runBare, tryChanges } from './changes/try-changes.ts';

describe('an honest repair is taken', () => {
  it.each([pythonLintRepairs])('$name', async (set) => {
    const folder = join(await tempFolder(), 'work');
    const tried = await tryChanges(set, folder);
    console.log(tried.map((t) => `${t.name} | ${t.verdict} ${t.isHeld ? 'held' : ''}`).join('\n'));
    const bare = await runBare(set, folder);
    for (const [e, { code, stdout, stderr }] of Object.entries(bare))
      console.log(e, code, (stdout + stderr).slice(-1500));
    expect(tried.filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
  });
});
