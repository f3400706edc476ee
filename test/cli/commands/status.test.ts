import { describe, expect, it } from 'vitest';
import { aLiveSession, aLook, aRedLook } from '../../report/workspaces/looks.ts';
import { t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import {
  installation,
  plantDecision,
  type Planted,
  plantPlane,
  plantWatch,
} from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const ago = (ms: number) => Date.now() - ms;

async function plantFour(up: Parameters<typeof plantPlane>[0] = {}): Promise<Planted> {
  const planted = await plantPlane(up);
  const green = await plantWatch(planted, 1);
  await plantDecision(planted, green, { facts: aLook({ now: ago(3_600_000) }) });
  const spent = await plantWatch(planted, 2, { consecutiveFixupAttempts: 3, spentUsd: 1.5 });
  await plantDecision(planted, spent, { facts: aRedLook({ now: ago(60_000), attempts: 3 }) });
  const busy = await plantWatch(planted, 3, { session: aLiveSession });
  await plantDecision(planted, busy, { facts: aRedLook({ now: ago(1_000) }) });
  const closed = await plantWatch(planted, 4, { archivedAt: t0 });
  await plantDecision(planted, closed, { facts: aLook({ prState: 'merged', now: ago(9_000) }) });
  return planted;
}

describe('ratchetr status', () => {
  it('lists what needs a person, then what is at work, then the rest', async () => {
    const { cwd } = await plantFour();
    const { code, stdout, stderr } = await runCli(cwd, ['status']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const shape = stdout.replaceAll(/(?:in )?(?:\d+ min \d+ s|\d+ h \d+ min|[\d.]+ s)/g, 'TIME');
    expect(shape.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['A person is needed'],
      ['Pull request', 'State', 'Code', 'Attempts', 'Cost', 'Since', 'Next look', 'Why'],
      [
        'acme/shop#2',
        'given up',
        'ATTEMPTS_SPENT',
        '3/3',
        '$1.50',
        'TIME',
        'TIME',
        'Checks failed after 3 pushed fixups in a row.',
      ],
      [''],
      ['At work'],
      ['Pull request', 'State', 'Code', 'Attempts', 'Cost', 'Since', 'Next look', 'Why'],
      ['acme/shop#3', 'ci: running', 'CI_FAILED', '0/3', '$0.00', 'TIME', 'TIME', 'Checks failed.'],
      [''],
      ['Watched'],
      ['Pull request', 'State', 'Code', 'Attempts', 'Cost', 'Since', 'Next look', 'Why'],
      [
        'acme/shop#1',
        'green',
        'GREEN',
        '0/3',
        '$0.00',
        'TIME',
        'TIME',
        'Checks are green and no changes are asked for.',
      ],
      [''],
    ]);
  });

  it('lists what is over only when asked', async () => {
    const { cwd } = await plantFour();
    expect((await runCli(cwd, ['status'])).stdout).not.toContain('#4');
    const all = await runCli(cwd, ['status', '--all']);
    expect(all.stdout).toMatch(/Closed or merged\n.*\nacme\/shop#4 +nothing to do +MERGED/);
  });

  it('gives the same to programs', async () => {
    const { cwd } = await plantFour();
    const { stdout } = await runCli(cwd, ['status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      pauses: [],
      rows: [
        {
          pullRequest: 'acme/shop#2',
          group: 'human',
          needsHuman: true,
          advice: expect.stringContaining('Finish it by hand'),
          attempts: 3,
          attemptLimit: 3,
        },
        { pullRequest: 'acme/shop#3', group: 'work', session: { id: 'run-1', kind: 'ci' } },
        { pullRequest: 'acme/shop#1', group: 'rest', code: 'GREEN' },
      ],
    });
  });

  it('says that all fixing is paused', async () => {
    const { cwd, installations } = await plantFour();
    await installations.setPause(installation, { by: 'ann', at: t0 });
    const { stdout } = await runCli(cwd, ['status']);
    expect(stdout).toMatch(
      /^ann paused all fixing at 2027-01-15 08:00:00 UTC; run `ratchetr resume` to continue\.\n\nA person/,
    );
  });

  it('says since when looks fail', async () => {
    const planted = await plantPlane();
    const head = await plantWatch(planted, 1, { lastCheckedAt: ago(1_800_000) });
    await plantDecision(planted, head, { facts: aRedLook({ now: ago(3_600_000) }) });
    const { stdout } = await runCli(planted.cwd, ['status']);
    expect(stdout).toMatch(/^1 pull request could not be looked at since [\d: -]+ UTC; the log/);
  });

  it('says that nobody looks at anything where the control plane does not run', async () => {
    const { cwd } = await plantFour({ isUp: false });
    const { code, stdout, stderr } = await runCli(cwd, ['status']);
    expect(code).toBe(0);
    expect(stderr).toBe(
      '`ratchetr up` does not run here. This is how things stood when it ended.\n',
    );
    expect(stdout).toMatch(/^A person is needed\n/);
  });

  it('finds the control plane of another folder', async () => {
    const { cwd } = await plantFour();
    const { code, stdout } = await runCli(await tempFolder(), ['status', '--home', cwd]);
    expect(code).toBe(0);
    expect(stdout).toContain('acme/shop#2');
  });

  it('says so where nothing is watched, and what to do where there is no control plane', async () => {
    const { cwd } = await plantPlane();
    expect(await runCli(cwd, ['status'])).toMatchObject({
      code: 0,
      stdout: 'No open pull request is watched.\n',
    });
    const elsewhere = await tempFolder();
    expect(await runCli(elsewhere, ['status'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no state file .ratchetr/state.db in ${elsewhere}. Run this in the folder in which \`ratchetr up\` runs, or name that with --home, or a stack with --stack.\n`,
    });
  });
});
