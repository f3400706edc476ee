import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoneArtifact } from '#repair/rules/session/undone.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { plantArtifact, plantFinishedRun, plantRun, plantState } from '../runs/planted-runs.ts';
import { runCli } from './run-cli.ts';

async function threeRuns() {
  const planted = await plantState();
  await plantFinishedRun(planted, 'run-old', 0);
  await plantFinishedRun(planted, 'run-undone', 5);
  await plantArtifact(planted, { id: 'run-undone', name: undoneArtifact, body: '{}' });
  await plantRun(planted, 'run-new', 9);
  return planted;
}

describe('ratchetr runs', () => {
  it('lists the newest first, with outcome, tasks and cost, and marks what was undone', async () => {
    const { cwd } = await threeRuns();
    const { code, stdout, stderr } = await runCli(cwd, ['runs']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'Run         Started (UTC)        Status     Outcome  Tasks      Cost',
      'run-new     2027-01-15 08:09:00  running    -        0 of 0    $0.00',
      'run-undone  2027-01-15 08:05:00  succeeded  better   1 of 2  $0.2500  undone',
      'run-old     2027-01-15 08:00:00  succeeded  better   1 of 2  $0.2500',
      '',
    ]);
  });

  it('gives the same to programs', async () => {
    const { cwd } = await threeRuns();
    const { stdout } = await runCli(cwd, ['runs', '--json', '--limit', '2']);
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 'run-new',
        kind: 'fixup',
        status: 'running',
        startedAt: Date.UTC(2027, 0, 15, 8, 9),
        finishedAt: null,
        outcome: null,
        tasks: { all: 0, succeeded: 0 },
        usd: 0,
        undone: false,
      },
      expect.objectContaining({ id: 'run-undone', outcome: 'better', undone: true, usd: 0.25 }),
    ]);
  });

  it('says that there is none, and where there is no state file what to do', async () => {
    const { cwd } = await plantState();
    expect(await runCli(cwd, ['runs'])).toMatchObject({
      code: 0,
      stdout: 'There is no run yet.\n',
    });
    const elsewhere = await runCli(await tempFolder(), ['runs']);
    expect(elsewhere).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'There is no state file .ratchetr/state.db here. Run this in the folder of a repository in which `ratchetr fix` has run.\n',
    });
  });

  it('says what is wrong with a state file that is none', async () => {
    const cwd = await tempFolder();
    await mkdir(join(cwd, '.ratchetr'));
    await writeFile(join(cwd, '.ratchetr/state.db'), 'a letter to my aunt');
    const said = await runCli(cwd, ['runs']);
    expect(said.code).toBe(3);
    expect(said.stderr).toMatch(/state\.db: the file is not an SQLite database/);
  });

  it.each(['0', '-1', 'many', '1.5'])('refuses %s as a limit', async (limit) => {
    const { cwd } = await plantState();
    const said = await runCli(cwd, ['runs', '--limit', limit]);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('Write a whole number from 1 to 10000.');
  });
});
