import { describe, expect, it } from 'vitest';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { pauseAll, resumeAll } from '#ratchet/operators/pause-all.ts';
import { decided } from '../dispatch/ground.ts';
import { type Given, installation, minute } from './ground.ts';
import { everybody, kinds, opened, pause, type Plan, unchecked } from './launching.ts';

const stranger = { fromFork: 'mallory', labels: [] };

async function killed(): Promise<never> {
  throw new Error('killed');
}

describe('code of a stranger for whom no person vouches', () => {
  it.each<[string, Given]>([
    ['where all pull requests are repaired', everybody()],
    ['where only owners are trusted', everybody({ trust: { authors: ['OWNER'] } })],
    ['where forks are only watched', everybody({}, { forks: 'observe' })],
    ['where no head is checked', everybody({}, { checkHeads: false })],
  ])('is neither repaired nor checked %s', async (_, given) => {
    for (const conclusion of ['FAILURE', 'SUCCESS'] as const) {
      const { ground, id } = await opened({ ...given, plan: stranger, conclusion });
      await ground.look(id);
      await ground.pass(10 * minute);
      expect(kinds(ground)).toEqual([]);
    }
  });

  it('is told of, also where nothing failed', async () => {
    for (const conclusion of ['FAILURE', 'SUCCESS'] as const) {
      const { ground, id } = await opened({ ...everybody(), plan: stranger, conclusion });
      await ground.look(id);
      await ground.pass(10 * minute);
      expect((await ground.state(id)).lastDecision).toMatchObject({
        code: 'UNTRUSTED_AUTHOR',
        needsHuman: true,
      });
    }
  });

  it('is checked once a person who may write has switched it on', async () => {
    const { ground, pull, id } = await opened({ ...everybody(), plan: stranger });
    await ground.look(id);
    ground.clock.advance(minute);
    ground.hands.label(pull.number, 'ratchet');
    await ground.look(id);
    expect(kinds(ground)).toEqual(['fixup']);
  });
});

describe('a pause', () => {
  it.each<[string, Plan, Given]>([
    ['of a member', {}, {}],
    ['of a stranger', stranger, everybody()],
  ])('keeps the head %s from being checked', async (_, plan, given) => {
    for (const conclusion of ['FAILURE', 'SUCCESS'] as const) {
      const { ground, id } = await opened({ ...given, plan, conclusion });
      await pause(ground);
      await ground.look(id);
      await ground.pass(10 * minute);
      expect(kinds(ground)).toEqual([]);
    }
  });

  it('ends with a check of what was pushed meanwhile, also where nothing failed', async () => {
    const { ground, id } = await opened({ conclusion: 'SUCCESS' });
    const deps = { ...ground.deps, runs: ground.runs };
    await pauseAll(deps, 'ann');
    await ground.look(id);
    await ground.pass(10 * minute);
    expect(kinds(ground)).toEqual([]);
    await resumeAll(deps);
    await ground.pass(1_000);
    expect(kinds(ground)).toEqual(['check']);
  });

  it.each<['fixup' | 'check', 'FAILURE' | 'SUCCESS']>([
    ['fixup', 'FAILURE'],
    ['check', 'SUCCESS'],
  ])('stops a %s whose launch was queued before', async (kind, conclusion) => {
    const { ground, id } = await opened({ conclusion, ...(kind === 'fixup' && unchecked) });
    const { wanted } = await decided(ground, id);
    await pause(ground);
    await dispatchRun(ground.deps, wanted);
    expect(kinds(ground)).toEqual([]);
    const { session, check, checkedSha } = await ground.state(id);
    expect([session, check, checkedSha]).toEqual([undefined, undefined, undefined]);
    await ground.installations.setPause(installation, undefined);
    await ground.look(id);
    expect(kinds(ground)).toEqual([kind]);
  });

  it('stops a launch that is being prepared', async () => {
    const { ground, id } = await opened({ conclusion: 'SUCCESS' });
    const { wanted } = await decided(ground, id);
    const startCheck: typeof ground.forge.startCheck = async (...about) => {
      await ground.forge.startCheck(...about);
      await pause(ground);
    };
    await dispatchRun({ ...ground.deps, forge: { ...ground.forge, startCheck } }, wanted);
    expect(kinds(ground)).toEqual([]);
    expect(ground.commands()).toContainEqual({ kind: 'report', runId: wanted.runId });
  });

  it('stops a launch whose dispatcher died before it launched', async () => {
    const { ground, id } = await opened(unchecked);
    const { wanted } = await decided(ground, id);
    const dying = { ...ground.deps, launcher: { ...ground.launcher, launch: killed } };
    await expect(dispatchRun(dying, wanted)).rejects.toThrow('killed');
    expect((await ground.session(id)).phase).toBe('launching');
    await pause(ground);
    await dispatchRun(ground.deps, wanted);
    expect(kinds(ground)).toEqual([]);
    expect((await ground.state(id)).session).toBeUndefined();
  });

  it('stops the second launch of a worker that was lost', async () => {
    const { ground, id } = await opened(unchecked);
    await ground.look(id);
    expect(kinds(ground)).toEqual(['fixup']);
    await (await ground.worker(id)).start('nonce-1');
    const { taskRef = '' } = await ground.session(id);
    await pause(ground);
    await ground.launcher.stop(taskRef, 'lost');
    for (let round = 0; round < 4; round += 1) await ground.pass(minute);
    expect(kinds(ground)).toEqual(['fixup']);
    expect((await ground.state(id)).lastSession).toMatchObject({
      outcome: 'cancelled',
      reason: 'ann paused all fixing.',
    });
  });
});

describe('an archived repository', () => {
  it.each(['FAILURE', 'SUCCESS'] as const)('has nothing launched in it: %s', async (conclusion) => {
    const { ground, id } = await opened({ conclusion });
    ground.hands.archive();
    await ground.look(id);
    await ground.pass(10 * minute);
    expect(kinds(ground)).toEqual([]);
    expect(await ground.code(id)).toBe(conclusion === 'FAILURE' ? 'ARCHIVED' : 'GREEN');
    ground.hands.archive(false);
    await ground.look(id);
    await ground.pass(minute);
    expect(kinds(ground)).toHaveLength(1);
  });

  it('has nothing launched that was queued before', async () => {
    const { ground, id } = await opened(unchecked);
    const { wanted } = await decided(ground, id);
    ground.hands.archive();
    await dispatchRun(ground.deps, wanted);
    expect(kinds(ground)).toEqual([]);
  });
});
