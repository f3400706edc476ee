import { expect, it } from 'vitest';
import { recordExit } from '#ratchet/record-exit.ts';
import { decideGround } from './decide/ground.ts';

/** A head whose check has a worker. */
async function checking() {
  const ground = await decideGround({ config: { policy: { checkHeads: true } } });
  const pull = ground.open('fix');
  ground.hands.startCheck({ sha: pull.headSha, name: 'tests' });
  const id = await ground.watch(pull);
  await ground.look(id);
  const { check } = await ground.state(id);
  if (check?.taskRef === undefined) throw new Error('No check was launched');
  return { ground, id, check: { ...check, taskRef: check.taskRef } };
}

it('forgets a check whose worker is lost, lets its report say so, and begins it anew once', async () => {
  const { ground, id, check } = await checking();
  ground.launcher.lose(check.taskRef);
  const exit = () => recordExit(ground.deps, { workspaceId: id, runId: check.id });
  await exit();
  ground.clock.advance(5_000);
  ground.sent.length = 0;
  await exit();
  expect((await ground.state(id)).check).toBeUndefined();
  expect(ground.commands()).toEqual([{ kind: 'report', runId: check.id }]);
  // Whatever becomes of that message, the next look asks for it again.
  expect((await ground.state(id)).unreported).toEqual([check.id]);
  expect(ground.log.of('Fixup completed')).toEqual([]);
  expect(ground.log.of('Check ended')).toMatchObject([
    { runId: check.id, workspaceId: id, outcome: 'crashed' },
  ]);
  await ground.look(id);
  const { check: again } = await ground.state(id);
  expect(again).toMatchObject({ headSha: check.headSha });
  expect(again?.id).not.toBe(check.id);
  if (again?.taskRef === undefined) throw new Error('It was not begun anew');
  ground.launcher.lose(again.taskRef);
  const exitAgain = () => recordExit(ground.deps, { workspaceId: id, runId: again.id });
  await exitAgain();
  ground.clock.advance(5_000);
  await exitAgain();
  await ground.look(id);
  expect((await ground.state(id)).check).toBeUndefined();
});

it('stops the worker of a check whose time is over only once it was asked for', async () => {
  const { ground, id, check } = await checking();
  const { launcher, clock, deps } = ground;
  let loads = 0;
  const load: typeof deps.workspaces.load = async (one) => {
    loads += 1;
    if (loads === 2) clock.advance(check.deadline + 1 - clock.now());
    return deps.workspaces.load(one);
  };
  const late = { ...deps, workspaces: { ...deps.workspaces, load } };
  const before = launcher.stopped.length;
  await recordExit(late, { workspaceId: id, runId: check.id });
  expect((await ground.state(id)).check).toBeUndefined();
  expect(launcher.stopped.slice(before)).toMatchObject([{ taskRef: check.taskRef }]);
});
