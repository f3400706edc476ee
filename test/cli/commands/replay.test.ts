import { describe, expect, it } from 'vitest';
import { aLook, aRedLook } from '../../report/workspaces/looks.ts';
import {
  type Planted,
  plantDecision,
  plantEntry,
  plantPlane,
  plantWatch,
} from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const now = Date.now();

async function plantDecisions(): Promise<Planted> {
  const planted = await plantPlane();
  const head = await plantWatch(planted, 42);
  await plantDecision(planted, head, { facts: aLook({ now: now - 5_000 }) });
  await plantDecision(planted, head, {
    facts: aLook({ now: now - 4_000, staleSince: now - 304_000 }),
  });
  await plantDecision(planted, head, { facts: aRedLook({ now: now - 3_000, attempts: 3 }) });
  const entry = { action: 'SESSION' as const, reason: 'It moved.', snapshot: {} };
  await plantEntry(planted, head.state.id, { now: now - 2_000, change: {}, entry });
  return planted;
}

describe('ratchetr replay', () => {
  it('decides the same under the same settings', async () => {
    const { cwd } = await plantDecisions();
    expect(await runCli(cwd, ['replay', '42'])).toEqual({
      code: 0,
      stdout: '3 decisions made again, 0 would differ.\n',
      stderr: '',
    });
  });

  it('shows which would have differed', async () => {
    const { cwd } = await plantDecisions();
    const changed = ['--with', 'attempts=5', '--with', 'timeouts.staleCi=1m'];
    const { code, stdout } = await runCli(cwd, ['replay', 'acme/shop#42', ...changed]);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('3 decisions made again, 2 would differ.');
    expect(lines.slice(2, 5).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['Rev.', 'Was', 'Would be', 'Why'],
      ['4', 'TERMINAL_FAILED ATTEMPTS_SPENT', 'FIX_CI CI_FAILED', 'Checks failed.'],
      [
        '3',
        'WAIT STALE_CI',
        'DONE STALE_CI_TIMEOUT',
        'No check started in time after our last push.',
      ],
    ]);
    expect(lines.at(-2)).toMatch(/^Each decision is repeated by itself: /);
  });

  it('gives the same to programs', async () => {
    const { cwd } = await plantDecisions();
    const { stdout } = await runCli(cwd, ['replay', '42', '--with', 'attempts=5', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      decisions: [{ rev: 4 }, { rev: 3 }, { rev: 2 }],
      unreadable: 0,
      contradictions: [],
      different: [{ rev: 4, stored: { code: 'ATTEMPTS_SPENT' }, other: { code: 'CI_FAILED' } }],
    });
  });

  it('says loudly that a decision is not what it was made from', async () => {
    const planted = await plantDecisions();
    const id = (await plantWatch(planted, 43)).state.id;
    const [last] = await planted.workspaces
      .listTransitions({ id: (await plantWatch(planted, 42)).state.id, now, limit: 2 })
      .then((all) => all.slice(1));
    if (last === undefined) throw new Error('The log is empty');
    const { snapshot } = last;
    await plantEntry(planted, id, {
      now,
      change: {},
      entry: { action: 'DONE', reason: 'Green.', snapshot: { ...snapshot, code: 'GREEN' } },
    });
    const { code, stderr } = await runCli(planted.cwd, ['replay', '43']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^CONTRADICTION: 1 decision cannot be made again from what the log says\.\n/,
    );
    expect(stderr).toMatch(
      / {2}revision 2 at .* UTC: the log says DONE GREEN, made again it is TERMINAL_FAILED ATTEMPTS_SPENT\n/,
    );
  });

  it('counts what another version decided', async () => {
    const planted = await plantDecisions();
    const { state } = await plantWatch(planted, 43);
    const entry = {
      action: 'WAIT' as const,
      reason: 'Mist.',
      snapshot: { code: 'MIST', facts: {} },
    };
    await plantEntry(planted, state.id, { now, change: {}, entry });
    expect(await runCli(planted.cwd, ['replay', '43'])).toMatchObject({
      code: 0,
      stdout:
        '0 decisions made again, 0 would differ.\n1 decision of another version of Ratchetr cannot be made again.\n',
    });
  });

  it('refuses what no decision depends on', async () => {
    const { cwd } = await plantDecisions();
    const said = await runCli(cwd, ['replay', '42', '--with', 'attmepts=5']);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toMatch(
      /^"attmepts" is not a setting that a decision depends on\. The settings are enabled, attempts \(retry\.fixups\), /,
    );
  });
});
