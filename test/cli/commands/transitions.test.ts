import { describe, expect, it } from 'vitest';
import { aLook, aRedLook } from '../../report/workspaces/looks.ts';
import {
  plantDecision,
  plantEntry,
  plantPlane,
  plantWatch,
} from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const now = Date.now();

async function plantThree() {
  const planted = await plantPlane();
  const { state } = await plantWatch(planted, 42);
  await plantDecision(
    planted,
    { state, rev: 1, wakeSeq: 0 },
    { facts: aLook({ ciStatus: 'running', now: now - 3_000 }) },
  );
  await plantDecision(
    planted,
    { state, rev: 1, wakeSeq: 0 },
    { facts: aRedLook({ now: now - 2_000 }) },
  );
  const entry = {
    action: 'SESSION' as const,
    reason: 'It\nstarted\u{202E}.',
    snapshot: { phase: 'running' },
  };
  await plantEntry(planted, state.id, { now: now - 1_000, change: {}, entry });
  return planted;
}

describe('ratchetr transitions', () => {
  it('shows the log, the newest first', async () => {
    const { cwd } = await plantThree();
    const { code, stdout, stderr } = await runCli(cwd, ['transitions', 'acme/shop#42']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      ['Rev.', 'What', 'Code', 'Why'],
      ['4', 'SESSION', '-', 'It started\u{FFFD}.'],
      ['3', 'FIX_CI', 'CI_FAILED', 'Checks failed.'],
      ['2', 'WAIT', 'CI_RUNNING', 'Checks are running.'],
    ]);
    const times = rows.slice(1).map(([time]) => time);
    expect(times.filter((time) => !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time ?? ''))).toEqual(
      [],
    );
  });

  it('gives programs all that it holds, as many entries as they want', async () => {
    const { cwd } = await plantThree();
    const { stdout } = await runCli(cwd, ['transitions', '42', '--json', '--limit', '2']);
    expect(JSON.parse(stdout)).toMatchObject([
      { rev: 4, snapshot: { phase: 'running' } },
      { rev: 3, snapshot: { code: 'CI_FAILED', facts: { ciStatus: 'failed' } } },
    ]);
  });

  it('says so where the log is empty, and where nobody watches', async () => {
    const planted = await plantPlane();
    await plantWatch(planted, 42);
    const empty = await runCli(planted.cwd, ['transitions', '42']);
    expect(empty.stdout).toBe('The log has no entry; entries are kept for 7 days.\n');
    expect(await runCli(planted.cwd, ['transitions', '#43'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '"#43" is not watched here; `ratchetr status --all` lists what is.\n',
    });
  });

  it.each(['0', '-1', 'many'])('refuses %s as a limit', async (limit) => {
    const { cwd } = await plantPlane();
    const said = await runCli(cwd, ['transitions', '42', '--limit', limit]);
    expect(said).toMatchObject({ code: 2, stdout: '' });
  });
});
