import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { readBase } from '#check/read-base.ts';
import { someFacts } from './rules/repository/some-facts.ts';
import { gitRepository } from '../support/git-repository.ts';
import { tempFolder } from '../support/temp-folder.ts';

const parentEnv = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const history = createHistory({
  processes: createProcesses({ clock: systemClock, parentEnv }),
  scratch: createScratch(),
});

describe('the base of a check', () => {
  it('knows which lines the change touches', async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
    const { root, write, git } = await gitRepository({ 'a.py': 'one\ntwo\n', 'b.py': text });
    await write({ 'a.py': 'one\n2\n', 'new.py': 'x\n' });
    await rename(join(root, 'b.py'), join(root, 'c.py'));
    git('add', '-A', 'b.py', 'c.py');
    const checkout = { repository: root, facts: someFacts({ files: ['a.py', 'c.py', 'new.py'] }) };
    const { isChangedLine, changes, commit } = await readBase({ history }, checkout, undefined);
    expect(commit).toBe(git('rev-parse', 'HEAD'));
    expect([...changes.renames]).toEqual([['b.py', 'c.py']]);
    expect([isChangedLine('a.py', 1), isChangedLine('a.py', 2)]).toEqual([false, true]);
    expect(isChangedLine('new.py', 1)).toBe(true);
    expect(isChangedLine('c.py', 1)).toBe(false);
    expect(isChangedLine('unknown.py', 1)).toBe(false);
  });

  it('takes what tools installed for no part of the change, and asks git for each file once', async () => {
    const { root, write } = await gitRepository({ 'a.py': 'one\n' });
    await write({ 'a.py': 'two\n', '.venv/pyvenv.cfg': '', '.venv/lib/b.py': 'x\n' });
    let asked = 0;
    const counted = {
      ...history,
      readFile: async (...place: Parameters<typeof history.readFile>) => {
        asked += 1;
        return history.readFile(...place);
      },
    };
    const checkout = { repository: root, facts: someFacts({ files: ['a.py'] }) };
    const { changes, readFile } = await readBase({ history: counted }, checkout, undefined);
    expect([...changes.changed]).toEqual(['a.py']);
    expect(await Promise.all([readFile('a.py'), readFile('a.py')])).toEqual(['one\n', 'one\n']);
    expect(asked).toBe(1);
  });

  it('is none where there is no history, and says why', async () => {
    const checkout = { repository: await tempFolder(), facts: someFacts({}) };
    const { commit, because, isChangedLine } = await readBase({ history }, checkout, undefined);
    expect({ commit, because }).toEqual({
      commit: null,
      because: 'the folder is no git repository, or it has no commit yet',
    });
    expect(isChangedLine('a.py', 1)).toBe(false);
  });
});
