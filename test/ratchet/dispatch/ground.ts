import type { RunId, WorkspaceId } from '#model/ids.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { decideGround, type Given, type Ground } from '../decide/ground.ts';

/** A session that was decided and not launched yet. */
export async function reserved(given: Given = {}) {
  const ground = await decideGround(given);
  const pull = ground.open('fix');
  ground.check(pull.headSha, 'FAILURE');
  return { ...(await decided(ground, await ground.watch(pull))), pull };
}

/** Looks, and keeps back what the look asks for. */
export async function decided(ground: Ground, workspaceId: WorkspaceId) {
  await decideNext(ground.deps, [workspaceId]);
  ground.clock.advance(3_000);
  await decideNext(ground.deps, [workspaceId]);
  const dispatch = ground.commands().find(({ kind }) => kind === 'dispatch');
  if (dispatch?.kind !== 'dispatch') throw new Error('Nothing is to be launched');
  ground.sent.length = 0;
  const wanted = { workspaceId, runId: dispatch.runId };
  return { ground, wanted, dispatch: () => dispatchRun(ground.deps, wanted) };
}

/** What its worker was told. */
export async function briefOf({ artifacts }: Ground, runId: RunId): Promise<RunBrief> {
  const bytes = await artifacts.get({ runId, name: briefName });
  if (bytes === undefined) throw new Error('There is no brief');
  return runBrief.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
