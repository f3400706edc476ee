import type { SessionSummary } from '#model/session-summary.ts';
import { applyResult, branchResult } from '#repair/hand-over.ts';
import type { SessionEnd } from '#repair/session/end-session.ts';
import type { SessionDeps } from '#repair/session/session.ts';
import { type BegunRun, parentsOf } from './begin-run.ts';
import { type PlanRoom, whyNot } from './carry-out.ts';
import type { Ground } from './ground.ts';
import type { Room } from './room.ts';
import { carryOutAtHome } from './session-deps.ts';

export interface HandOver {
  readonly deps: SessionDeps;
  readonly ground: Ground;
  readonly begun: BegunRun;
  readonly room: Room;
  readonly planRoom: PlanRoom;
}

/** Puts the result where it was asked for. Without proof that it is no worse, nothing is handed over. */
export async function handOver(
  { deps, ground, begun, room, planRoom }: HandOver,
  { tree, summary, message: said }: SessionEnd,
): Promise<SessionSummary['result']> {
  const { run, request } = begun;
  const { outcome } = summary;
  const isProved = outcome === 'green' || outcome === 'better';
  const isChanged = tree !== request.startTree || request.merge !== undefined;
  if (!isProved || !isChanged || said === undefined) return { kind: 'none' };
  if (request.handOver.kind === 'patch') return { kind: 'patch' };
  if (request.handOver.kind === 'changeset') {
    // What nobody can publish, such as another repository inside of this one, has none.
    return { kind: summary.changeset === undefined ? 'patch' : 'changeset' };
  }
  if (request.handOver.kind === 'branch') {
    const { name } = request.handOver;
    const message = `${said}\nRatchetr-Run: ${run.id}\n`;
    const parents = parentsOf(begun);
    return branchResult(ground, { name, tree, parents, message, at: run.startedAt });
  }
  const { repository: folder } = ground;
  const { work } = room;
  return applyResult(
    {
      ...deps,
      whyNot,
      carryOut: (plan) => carryOutAtHome(planRoom, plan, { folder, work }),
    },
    { runId: run.id, before: request.homeTree, after: tree },
  );
}
