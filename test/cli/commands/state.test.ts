import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStores } from '../../store/sqlite/stores.ts';
import { aNewTask, aRun, aWorkspaceState, runId, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

describe('ratchetr state', () => {
  it('makes the state file where there is none, keeps it out of git and does so only once', async () => {
    const cwd = await tempFolder();
    const first = await runCli(cwd, ['state']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/state\.db, schema version [1-9]\d*\nintegrity +verified\n/);
    expect(await readFile(join(cwd, '.ratchetr/.gitignore'), 'utf8')).toContain('/state.db*');
    await writeFile(join(cwd, '.ratchetr/.gitignore'), 'mine');
    expect(await runCli(cwd, ['state'])).toEqual(first);
    expect(await readFile(join(cwd, '.ratchetr/.gitignore'), 'utf8')).toBe('mine');
  });

  it('counts what the file holds', async () => {
    const cwd = await tempFolder();
    const path = join(cwd, 'my.db');
    const { runs, workspaces } = await openStores(path);
    await workspaces.create(aWorkspaceState(), t0 + 1e12);
    await workspaces.create(aWorkspaceState({ id: 'workspace-2' }), 1);
    await runs.createRun(aRun());
    const tasks = ['a', 'b'].map((id) => aNewTask({ id, fingerprint: id }));
    await runs.addTasks({ runId: runId('run-1'), batch: 'p', tasks, now: t0 });
    const { stdout } = await runCli(cwd, ['state', '--db', 'my.db', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      path,
      damage: [],
      workspaces: 2,
      dueWorkspaces: 1,
      runs: { running: 1 },
      tasks: { queued: 2 },
    });
  });

  it('says what is wrong with a file that is none of ours, and leaves it as it is', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'x.db'), 'a letter to my aunt');
    const said = await runCli(cwd, ['state', '--db', 'x.db']);
    expect(said).toMatchObject({ code: 3, stdout: '' });
    expect(said.stderr).toMatch(/x\.db: the file is not an SQLite database; give another path/);
    expect(await readFile(join(cwd, 'x.db'), 'utf8')).toBe('a letter to my aunt');
  });

  it('finds damage', async () => {
    const cwd = await tempFolder();
    const path = join(cwd, 'my.db');
    const { runs, database } = await openStores(path);
    await runs.createRun(aRun());
    await runs.addTasks({ runId: runId('run-1'), batch: 'p', tasks: [aNewTask()], now: t0 });
    database.run('PRAGMA foreign_keys = OFF');
    database.run('DELETE FROM runs');
    database.close();
    const { code, stdout } = await runCli(cwd, ['state', '--db', 'my.db']);
    expect(stdout).toMatch(/integrity +DAMAGED\n +tasks names a missing runs\n/);
    expect(code).toBe(3);
  });
});
