import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCopies } from '#platform/git/copies.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { RunId } from '#model/ids.ts';
import type { Asker } from '#repair/needs/asker.ts';
import type { EventLog } from '#repair/needs/events.ts';
import type { SessionProgress } from '#repair/needs/session-progress.ts';
import type { ExecutePlanResult } from '#repair/plan/plan-execution.ts';
import type { PlanResult, PlanPlace, SessionAgents, SessionDeps } from '#repair/session/session.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { CliContext, Screen } from '../context.ts';
import { createToolsFor } from '#repair/agent-tools.ts';
import { commandStarter } from '#check/programs/programs.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { carryOutPlan, type PlanRoom, whyNot } from './carry-out.ts';
import type { ShownSession } from './progress.ts';
import type { Room } from './room.ts';
import type { Ground } from './ground.ts';

export interface SessionParts {
  readonly prepared: PreparedCheck;
  readonly host: EngineHost;
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly ground: Pick<Ground, 'gitDir' | 'stores' | 'trees'>;
  readonly room: Room;
  readonly agents: SessionAgents;
  readonly progress: Pick<ShownSession, 'output'> & SessionProgress;
  readonly asker?: Asker | undefined;
  readonly runId: RunId;
}

/** What a session needs of this machine. */
export function createSessionDeps(
  context: CliContext,
  parts: SessionParts,
): SessionDeps & { readonly events: EventLog } {
  const { host, prepared, check, input, room, agents, asker, runId } = parts;
  const { gitDir, stores, trees } = parts.ground;
  const { repository, facts, config } = prepared;
  const places = { repository, facts, bins: host.sources, node: host.node.ours };
  const { variablesOf } = input;
  // A question stands above what moves on the screen.
  const stderr = {
    ...screenOf(context),
    write: (text: string) => parts.progress.output.write(text),
  };
  const planRoom = { ...check, context: { ...context, stderr }, config, variablesOf, asker };
  return {
    ...check,
    agents,
    trees,
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    runs: stores.runs,
    artifacts: stores.artifacts,
    events: stores.events(runId),
    copies: createCopies({ ...check, gitDir, repository, room: room.copies }),
    session: parts.progress,
    commandOf: commandStarter(places, input.engines, input.programOf),
    toolsFor: createToolsFor({ ...input, sources: places }),
    carryOut: (plan, place) => carryOutInCopy(planRoom, plan, place),
  };
}

function screenOf({ stderr: { isTTY, columns } }: CliContext): Omit<Screen, 'write'> {
  return { ...(isTTY !== undefined && { isTTY }), ...(columns !== undefined && { columns }) };
}

/** In a copy nothing has to survive: whoever tries again begins with another copy. */
async function carryOutInCopy(
  planRoom: PlanRoom,
  plan: StructuredPlan,
  place: PlanPlace,
): Promise<PlanResult> {
  const room = await planRoom.scratch.create();
  try {
    const result = await carryOutPlan(planRoom, plan, { ...place, room });
    if (result.kind === 'refused') return { kind: 'refused', sentence: whyNot(result), usd: 0 };
    const { kind, usd, progress } = result;
    return { kind, usd, progress, sentence: kind === 'succeeded' ? '' : whyNot(result) };
  } finally {
    await planRoom.scratch.remove(room);
  }
}

/** On the files of a person: what was begun goes on where it stopped, also after this process was killed. */
export async function carryOutAtHome(
  planRoom: PlanRoom,
  plan: StructuredPlan,
  { folder, work }: { readonly folder: string; readonly work: string },
): Promise<ExecutePlanResult> {
  const room = join(work, hash('sha256', JSON.stringify(plan)).slice(0, 16));
  await mkdir(room, { recursive: true });
  const result = await carryOutPlan(planRoom, plan, { folder, leaveOut: [], room });
  // What succeeded stays until its changes are kept elsewhere, so that they can be undone.
  const isOpen = result.kind === 'stopped' || result.kind === 'succeeded';
  if (!isOpen) await rm(room, { recursive: true, force: true });
  return result;
}
