import { describe, expect, it } from 'vitest';
import { moment } from '#base/moment.ts';
import { aLook, aRedLook } from '../../report/workspaces/looks.ts';
import {
  plantDecision,
  plantEntry,
  plantPlane,
  plantWatch,
} from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const hour = 3_600_000;
const now = Math.floor(Date.now() / 1_000) * 1_000;

/** Green two hours ago, given up one hour ago, and a session moved since. */
async function plantHistory() {
  const planted = await plantPlane();
  const head = await plantWatch(planted, 42);
  await plantDecision(planted, head, { facts: aLook({ now: now - 2 * hour }) });
  await plantDecision(planted, head, { facts: aRedLook({ now: now - hour, attempts: 3 }) });
  const entry = { action: 'SESSION' as const, reason: 'It moved.', snapshot: {} };
  await plantEntry(planted, head.state.id, { now, change: {}, entry });
  return planted;
}

describe('ratchetr why', () => {
  it('says what was decided, what a person can do, and what was asked before', async () => {
    const { cwd } = await plantHistory();
    const { code, stdout, stderr } = await runCli(cwd, ['why', '42']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 11)).toEqual([
      'acme/shop#42 Change 42',
      'https://github.com/acme/shop/pull/42',
      '',
      `TERMINAL_FAILED ATTEMPTS_SPENT, since ${moment(now - hour)} UTC`,
      'Checks failed after 3 pushed fixups in a row.',
      '',
      'A person is needed. Finish it by hand, or reset the counter: push a commit or say `/ratchet retry`.',
      '',
      'What was asked, in this order; the first that holds decides:',
      expect.stringMatching(/^ +Code +Question +What was known$/),
      expect.stringMatching(/^no +STOPPING +Does our session have to be stopped\? +there is none$/),
    ]);
    expect(stdout).toMatch(/\nYES +CI_FAILED +Did checks fail\? +unit\n/);
    expect(stdout).toMatch(/\nYES +ATTEMPTS_SPENT +Were too many .*\? +3 of 3\n/);
    expect(stdout).toMatch(/\n- +PAUSED +Is all fixing paused\?\n/);
  });

  it.each([
    ['long ago', '90m', 'DONE GREEN', 2],
    ['at the second of a decision', moment(now - hour), 'TERMINAL_FAILED ATTEMPTS_SPENT', 1],
    ['a second before', moment(now - hour - 1_000), 'DONE GREEN', 2],
  ])('says what stood: %s', async (_, at, decision, hours) => {
    const { cwd } = await plantHistory();
    const { stdout } = await runCli(cwd, ['why', '#42', '--at', at]);
    expect(stdout).toContain(`\n${decision}, since ${moment(now - hours * hour)} UTC\n`);
    expect(stdout).not.toContain('A person is needed');
  });

  it('gives programs the facts, the settings and the questions', async () => {
    const { cwd } = await plantHistory();
    const { stdout } = await runCli(cwd, ['why', '42', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      action: 'TERMINAL_FAILED',
      code: 'ATTEMPTS_SPENT',
      facts: { attempts: 3, ciStatus: 'failed' },
      settings: { attempts: 3 },
      asked: expect.arrayContaining([expect.objectContaining({ code: 'CI_FAILED', holds: true })]),
    });
  });

  it('says how far back the log goes', async () => {
    const { cwd } = await plantHistory();
    expect(await runCli(cwd, ['why', '42', '--at', '1d'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `The log of acme/shop#42 begins at ${moment(now - 2 * hour)} UTC, after the time you ask for.\n`,
    });
  });

  it('says what it still knows where the log has forgotten, and that nothing was decided', async () => {
    const planted = await plantPlane();
    await plantWatch(planted, 1);
    const lastDecision = {
      action: 'DONE',
      code: 'GREEN',
      reason: 'Green.',
      needsHuman: false,
      at: 0,
    } as const;
    await plantWatch(planted, 2, { lastDecision });
    expect((await runCli(planted.cwd, ['why', '1'])).stderr).toBe(
      'Nothing was decided about acme/shop#1 yet.\n',
    );
    expect((await runCli(planted.cwd, ['why', '2'])).stderr).toMatch(
      /^DONE GREEN: Green\. It was decided at 1970-01-01 00:00:00 UTC; .* 7 days only\.\n$/,
    );
  });

  it('says that another version decided', async () => {
    const planted = await plantPlane();
    const { state } = await plantWatch(planted, 42);
    const entry = {
      action: 'WAIT' as const,
      reason: 'Mist.',
      snapshot: { code: 'MIST', facts: {} },
    };
    await plantEntry(planted, state.id, { now, change: {}, entry });
    const { code, stderr } = await runCli(planted.cwd, ['why', '42']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^WAIT: Mist\. .* by another version of Ratchetr/);
  });

  it('refuses what is no time', async () => {
    const { cwd } = await plantHistory();
    const { code, stderr } = await runCli(cwd, ['why', '42', '--at', 'noon']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      '--at takes a time in UTC such as "2027-01-15 08:00", or how long ago as 2h, not "noon".\n',
    );
  });
});
