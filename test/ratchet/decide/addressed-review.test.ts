import { expect, it } from 'vitest';
import type { WorkspaceState } from '#model/workspace.ts';
import { endSession } from '#ratchet/rules/decision/end-session.ts';
import { sha } from '#model/ids.ts';
import { decideGround, type Ground, minute } from './ground.ts';

type Id = Awaited<ReturnType<Ground['watch']>>;

async function write(ground: Ground, id: Id, change: (state: WorkspaceState) => WorkspaceState) {
  const seen = await ground.head(id);
  const now = ground.clock.now();
  await ground.workspaces.commit({
    seen,
    next: change(seen.state),
    commands: [],
    now,
    token: `write ${seen.rev}`,
    dueAt: now + minute,
  });
}

const ways: readonly (readonly [string, (ground: Ground) => void])[] = [
  [
    'a request for changes',
    ({ hands }) => void hands.review(1, { login: 'ann', state: 'CHANGES_REQUESTED', body: 'No' }),
  ],
  [
    'a thread',
    ({ hands }) => {
      const threads = [{ path: 'src/fix.py', line: 1, body: 'Why?' }];
      hands.review(1, { login: 'ann', state: 'COMMENTED', threads });
    },
  ],
];

it.each(ways)(
  'is addressed once, though our push was seen before it was known as ours: %s',
  async (_, ask) => {
    const ground = await decideGround();
    const pull = ground.open('fix', { author: 'tom' });
    const id = await ground.watch(pull);
    ask(ground);
    await ground.look(id);
    await ground.pass(minute);
    expect(await ground.session(id)).toMatchObject({ kind: 'review' });

    await write(ground, id, (state) => {
      if (state.session === undefined) throw new Error('There is no session');
      return { ...state, session: { ...state.session, phase: 'publishing' } };
    });
    const after = sha.parse(ground.hands.commit('fix', { 'src/fix.py': 'new = 2\n' }));
    await ground.look(id);
    // By then the forge has worked out whether it merges.
    ground.clock.advance(3_000);
    await ground.look(id);
    expect((await ground.state(id)).observation?.headSha).toBe(after);
    // The pull request looks the same to a short reading from now on, for nothing about it changes any more.
    ground.clock.advance(1_000);
    await write(ground, id, (state) =>
      endSession(state, {
        outcome: 'pushed',
        reason: 'Pushed.',
        at: ground.clock.now(),
        push: { sha: after, tree: sha.parse(after), undo: 'undo' },
      }),
    );
    for (let round = 0; round < 5; round += 1) await ground.pass(minute);
    expect(ground.launcher.launches).toHaveLength(1);
    expect((await ground.state(id)).session).toBeUndefined();
  },
);
