import { describe, expect, it } from 'vitest';
import type { Publisher } from '#ratchet/needs/publisher.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { changeWithRetries } from '#ratchet/workspace-changes.ts';
import { runId, t0, workspaceId } from '../../support/samples.ts';
import { before, completed, ended, type Given, publishGround, wanted } from './ground.ts';

describe('a session that was withdrawn', () => {
  it.each<[string, Given]>([
    ['was cancelled', { session: { cancelled: 'Somebody said stop.' } }],
    ['belongs to a closed pull request', { observation: { state: 'closed' } }],
  ])('is cleared where it %s', async (_, given) => {
    const { ground, lastSession } = await ended(given);
    expect(lastSession).toMatchObject({ outcome: 'cancelled' });
    expect(ground.tip()).toBe(ground.head);
    expect((await ground.state()).spentFingerprints).toEqual([]);
  });

  it('is not pushed where it was cancelled at the last moment', async () => {
    const ground = await publishGround();
    const cancel = async () => {
      await changeWithRetries(ground.deps, wanted.workspaceId, ({ state }) => {
        const { session } = state;
        if (session === undefined) return undefined;
        const next = { ...state, session: { ...session, cancelled: 'Somebody said stop.' } };
        return { next, commands: [], dueAt: t0 };
      });
    };
    const prepare: Publisher['prepare'] = async (target, publication) => {
      const prepared = await ground.publisher.prepare(target, publication);
      await cancel();
      return prepared;
    };
    const publisher = { ...ground.publisher, prepare };
    await publishChangeset({ ...ground.deps, publisher }, wanted);
    expect((await ground.state()).lastSession).toMatchObject({
      outcome: 'cancelled',
      reason: 'Somebody said stop.',
    });
    expect(ground.tip()).toBe(ground.head);
  });

  it('keeps its word where the pull request is closed between intent and push, and it is asked for again', async () => {
    const ground = await publishGround();
    const close = async () => {
      await changeWithRetries(ground.deps, wanted.workspaceId, ({ state }) => {
        const { observation } = state;
        if (observation === undefined) return undefined;
        const next: typeof state = { ...state, observation: { ...observation, state: 'closed' } };
        return { next, commands: [], dueAt: t0 };
      });
      await publishChangeset(ground.deps, wanted);
    };
    await publishChangeset({ ...ground.deps, publisher: before(ground, 'push', close) }, wanted);
    expect(ground.commitsSince()).toHaveLength(1);
    const { lastSession, pushes } = await ground.state();
    expect(lastSession).toMatchObject({ outcome: 'pushed' });
    expect(pushes.map(({ sha }) => sha)).toEqual([ground.tip()]);
    expect(completed(ground)).toHaveLength(1);
  });

  it.each<[string, Given, typeof wanted]>([
    ['still works', { session: { phase: 'running' } }, wanted],
    ['has nothing to publish', { session: { changeset: undefined } }, wanted],
    ['is another one', {}, { ...wanted, runId: runId('run-9') }],
    ['is of nobody', {}, { ...wanted, workspaceId: workspaceId('nowhere') }],
  ])('is left alone where it %s', async (_, given, asked) => {
    const ground = await publishGround(given);
    const state = await ground.state();
    await publishChangeset(ground.deps, asked);
    expect(await ground.state()).toEqual(state);
    expect(ground.logged.map(({ message }) => message)).toEqual(['Nothing to publish']);
  });
});
