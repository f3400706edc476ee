import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { anObservation, installationId, t0 } from '../../support/samples.ts';
import { aLiveSession, aRedLook } from '../../report/workspaces/looks.ts';
import {
  headOf,
  installation,
  plantDecision,
  plantPlane,
  plantWatch,
} from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const { username } = userInfo();
const other = installationId('installation-2');

describe('ratchetr pause', () => {
  it('pauses every installation that is watched, and says what still runs', async () => {
    const planted = await plantPlane();
    const { cwd, installations } = planted;
    await plantWatch(planted, 1, { session: aLiveSession });
    await plantWatch(planted, 2, { installationId: other });
    const { code, stdout } = await runCli(cwd, ['pause']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'All fixing is paused. `ratchetr resume` ends the pause.\n1 session is live and may finish; `ratchetr stop` drops one.\n',
    });
    for (const id of [installation, other]) {
      expect(await installations.pauseOf(id)).toMatchObject({ by: username });
    }
  });

  it('says that there is nothing to pause', async () => {
    const { cwd } = await plantPlane();
    expect(await runCli(cwd, ['pause'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No pull request is watched here yet, so there is nothing to pause.\n',
    });
  });
});

describe('ratchetr resume', () => {
  it('ends the pause and wakes what waited for that, and nothing else', async () => {
    const planted = await plantPlane();
    const { cwd, installations } = planted;
    const checkedSha = anObservation().headSha;
    const waiting = await plantWatch(planted, 1, { checkedSha });
    const unchecked = await plantWatch(planted, 2);
    const green = await plantWatch(planted, 3, { checkedSha });
    await plantDecision(planted, waiting, { facts: aRedLook({ paused: 'ann' }) });
    await installations.setPause(installation, { by: 'ann', at: t0 });
    expect(await runCli(cwd, ['resume'])).toMatchObject({ code: 0, stdout: 'Fixing continues.\n' });
    expect(await installations.pauseOf(installation)).toBeUndefined();
    for (const { state } of [waiting, unchecked]) {
      const woken = await headOf(planted, state.id);
      expect(woken.wakeSeq).toBe(1);
      expect(woken.dueAt).toBeLessThanOrEqual(Date.now());
    }
    expect((await headOf(planted, green.state.id)).wakeSeq).toBe(0);
    expect((await runCli(cwd, ['resume'])).stdout).toBe('Nothing was paused.\n');
  });
});
