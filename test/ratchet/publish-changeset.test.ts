import { describe, expect, it } from 'vitest';
import type { Publisher } from '#ratchet/needs/publisher.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import {
  before,
  branch,
  completed,
  ended,
  type Given,
  publishGround,
  wanted,
} from './publish/ground.ts';

describe('a published session', () => {
  it('moved the branch by one commit and is cleared with all that follows from it', async () => {
    const ground = await publishGround();
    const headTree = (await ground.state()).session?.headTree;
    ground.clock.advance(90_000);
    await publishChangeset(ground.deps, wanted);
    const [commit] = ground.commitsSince();
    expect(ground.commitsSince()).toHaveLength(1);
    expect(ground.hands.read('src/total.py', branch)).toBe('total = 3\n');
    const state = await ground.state();
    expect(state).toMatchObject({
      consecutiveFixupAttempts: 1,
      spentFingerprints: ['fingerprint-1'],
      lastPushSha: commit,
      treesBefore: [headTree],
      staleCiSince: state.lastPushAt,
      lastCiRunIds: ['7'],
      spentUsd: 0.25,
      lastSession: { outcome: 'pushed', runId: 'run-1', patch: false },
      pushes: [{ sha: commit, tree: ground.hands.repository.git.commit(commit ?? '')?.tree }],
    });
    expect(state.session).toBeUndefined();
  });

  it('is told in the log, in transitions and to whoever reports', async () => {
    const ground = await publishGround();
    ground.clock.advance(90_000);
    await publishChangeset(ground.deps, wanted);
    expect(completed(ground)).toEqual([
      {
        workspaceId: 'workspace-1',
        sessionId: 'run-1',
        duration: expect.any(Number),
        pushed: 'yes',
        outcome: 'pushed',
      },
    ]);
    expect(completed(ground)[0]?.['duration']).toBeGreaterThanOrEqual(90_000);
    expect((await ground.transitions()).map(({ action, reason }) => [action, reason])).toEqual([
      ['SESSION', `Pushed ${ground.tip().slice(0, 12)}.`],
      ['SESSION', 'The result of the session is being published.'],
    ]);
    expect(ground.sent.map((one) => one.kind === 'command' && one.command)).toEqual([
      { kind: 'report', runId: 'run-1' },
    ]);
  });

  it('says what it is about to push before the branch moves', async () => {
    const ground = await publishGround();
    let seen: unknown;
    const look = async () => {
      const { session } = await ground.state();
      seen = [session?.phase, session?.intendedSha, ground.tip()];
    };
    await publishChangeset({ ...ground.deps, publisher: before(ground, 'push', look) }, wanted);
    expect(seen).toEqual(['publishing', ground.tip(), ground.head]);
  });

  it('is nothing to do once more', async () => {
    const ground = await publishGround();
    await publishChangeset(ground.deps, wanted);
    const [tip, state] = [ground.tip(), await ground.state()];
    await publishChangeset(ground.deps, wanted);
    expect([ground.tip(), await ground.state()]).toEqual([tip, state]);
    expect(completed(ground)).toHaveLength(1);
  });

  it('is one commit where two publish it at once', async () => {
    const ground = await publishGround();
    await Promise.all([1, 2, 3].map(() => publishChangeset(ground.deps, wanted)));
    expect(ground.commitsSince()).toHaveLength(1);
    expect((await ground.state()).consecutiveFixupAttempts).toBe(1);
    expect(completed(ground)).toHaveLength(1);
    expect(
      (await ground.transitions()).filter(({ reason }) => reason.startsWith('Pushed')),
    ).toHaveLength(1);
  });

  it('merges the base by a commit with two parents, and takes over its protected files', async () => {
    const { ground, lastSession } = await ended({
      base: { 'src/total.py': 'total = 7\n', 'package-lock.json': '{}\n' },
      files: { 'src/total.py': 'total = 9\n', 'package-lock.json': '{}\n' },
    });
    expect(lastSession).toMatchObject({ outcome: 'pushed' });
    expect(ground.hands.repository.git.commit(ground.tip())?.parents).toEqual([
      ground.head,
      ground.hands.head('main'),
    ]);
    // What is as the base has it is not looked for when people push later.
    expect((await ground.state()).pushes).toMatchObject([
      { merged: ground.hands.head('main'), changes: [{ path: 'src/total.py' }] },
    ]);
  });

  it('is remembered where the forge cannot list all files of the head', async () => {
    const known = await publishGround();
    await publishChangeset(known.deps, wanted);
    const [expected] = (await known.state()).pushes;
    const ground = await publishGround();
    const publisher: Publisher = { ...ground.publisher, filesOf: async () => undefined };
    await publishChangeset({ ...ground.deps, publisher }, wanted);
    expect((await ground.state()).pushes).toMatchObject([{ changes: expected?.changes }]);
    expect(expected?.changes).toMatchObject([{ path: 'src/total.py' }]);
  });

  it('is signed by the forge where the branch asks for it', async () => {
    const ground = await publishGround({ observation: { signaturesRequired: true } });
    ground.hands.protect(branch, { requiredChecks: [], requiredSignatures: true });
    await publishChangeset(ground.deps, wanted);
    expect(ground.github.world.signedCommits.has(ground.tip())).toBe(true);
    expect((await ground.state()).lastSession).toMatchObject({ outcome: 'pushed' });
  });
});

describe('a lost race', () => {
  it.each(['prepare', 'push'] as const)(
    'right before %s keeps the push of a person',
    async (name) => {
      const ground = await publishGround();
      let human = '';
      const push = () => {
        human ||= ground.hands.commit(branch, { 'b.py': 'b\n' }, { author: 'mia' });
      };
      await publishChangeset({ ...ground.deps, publisher: before(ground, name, push) }, wanted);
      expect(ground.tip()).toBe(human);
      const state = await ground.state();
      expect(state).toMatchObject({
        consecutiveFixupAttempts: 0,
        spentFingerprints: [],
        lastSession: { outcome: 'lost-race' },
      });
      const head = await ground.workspaces.load(wanted.workspaceId);
      expect(head?.dueAt).toBeLessThanOrEqual(ground.clock.now());
      expect(completed(ground)).toMatchObject([
        { pushed: 'no', exitReason: expect.stringMatching(/^The branch moved to/) },
      ]);
    },
  );

  it.each(['start', 'prepare', 'push'] as const)(
    'right before %s is one also against a commit that names the run but has other content',
    async (name) => {
      const ground = await publishGround();
      const forge = () =>
        ground.hands.commit(
          branch,
          { 'b.py': 'b\n' },
          { author: 'mia', message: 'Forged\n\nRatchetr-Run: run-1' },
        );
      let publisher = ground.publisher;
      if (name === 'start') forge();
      else publisher = before(ground, name, forge);
      await publishChangeset({ ...ground.deps, publisher }, wanted);
      const state = await ground.state();
      expect(state.lastSession).toMatchObject({ outcome: 'lost-race' });
      expect(state.pushes).toEqual([]);
    },
  );

  it.each<[string, Given]>([
    ['by the git data API', {}],
    ['signed by the forge', { observation: { signaturesRequired: true } }],
  ])(
    'is none where a person built upon our commit, %s, before we heard of it',
    async (_, given) => {
      const ground = await publishGround(given);
      const push: Publisher['push'] = async (...sent) => {
        await ground.publisher.push(...sent);
        throw new Error('The answer was lost');
      };
      const dying = publishChangeset(
        { ...ground.deps, publisher: { ...ground.publisher, push } },
        wanted,
      );
      await expect(dying).rejects.toThrow('lost');
      const own = ground.tip();
      const human = ground.hands.commit(branch, { 'b.py': 'b\n' }, { author: 'mia' });
      await publishChangeset(ground.deps, wanted);
      expect(ground.tip()).toBe(human);
      expect(await ground.state()).toMatchObject({
        consecutiveFixupAttempts: 1,
        spentFingerprints: ['fingerprint-1'],
        lastPushSha: own,
        lastSession: { outcome: 'pushed' },
        pushes: [{ sha: own }],
      });
    },
  );

  it('is one against a branch that is gone', async () => {
    const ground = await publishGround();
    ground.hands.deleteBranch(branch);
    await publishChangeset(ground.deps, wanted);
    expect((await ground.state()).lastSession).toMatchObject({ outcome: 'lost-race' });
  });
});
