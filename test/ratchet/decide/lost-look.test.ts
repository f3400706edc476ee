import { describe, expect, it } from 'vitest';
import { decideNext } from '#ratchet/decide-next.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import { decideGround, type Ground } from './ground.ts';

/** Steps whose write comes too late so many times: a note is written right before each. */
function overtaken(ground: Ground, id: Awaited<ReturnType<Ground['watch']>>, times: number) {
  const { workspaces, clock } = ground;
  let left = times;
  const commit: typeof workspaces.commit = async (change) => {
    if (left > 0) {
      left -= 1;
      const seen = await ground.head(id);
      const { dueAt } = seen;
      const next = { ...seen.state, sticky: { commentId: `comment-${left}`, digest: 'd' } };
      const token = `note-${left}`;
      const note = { seen, next, commands: [], now: clock.now(), token };
      await workspaces.commit({ ...note, ...(dueAt !== undefined && { dueAt }) });
    }
    return workspaces.commit(change);
  };
  return { ...ground.deps, workspaces: { ...workspaces, commit } };
}

async function due() {
  const ground = await decideGround();
  const id = await ground.watch(ground.open('fix'));
  await wakeDue(ground.deps);
  ground.sent.length = 0;
  return { ground, id };
}

describe('a look whose write was lost to a note', () => {
  it.each([1, 2])('is made again at once: lost %i times', async (times) => {
    const { ground, id } = await due();
    const decisions = await decideNext(overtaken(ground, id, times), [id]);
    expect(decisions).toHaveLength(1);
    const { lastDecision, sticky } = await ground.state(id);
    expect(lastDecision?.code).toBe(decisions[0]?.code);
    expect(sticky).toBeDefined();
  });

  it('is due at once where it is lost each time', async () => {
    const { ground, id } = await due();
    expect(await decideNext(overtaken(ground, id, 99), [id])).toEqual([]);
    expect((await ground.head(id)).dueAt).toBeLessThanOrEqual(ground.clock.now());
    expect(ground.sent).toEqual([{ kind: 'look', schemaVersion: 1, workspaceIds: [id] }]);
  });
});

it('is not made again where another look decided meanwhile', async () => {
  const { ground, id } = await due();
  const { workspaces } = ground;
  let isFirst = true;
  const commit: typeof workspaces.commit = async (change) => {
    if (isFirst) {
      isFirst = false;
      ground.clock.advance(1);
      await decideNext(ground.deps, [id]);
    }
    return workspaces.commit(change);
  };
  const deps = { ...ground.deps, workspaces: { ...workspaces, commit } };
  expect(await decideNext(deps, [id])).toEqual([]);
  expect((await ground.head(id)).rev).toBe(2);
});
