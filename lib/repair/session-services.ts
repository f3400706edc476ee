import type { StructuredPlan } from '#model/structured-plan.ts';
import type { RunId } from '#model/ids.ts';
import { commandStarter } from '#check/programs/programs.ts';
import { createToolsFor } from './agent-tools.ts';
import type { EventLog } from './needs/events.ts';
import type { RunFolder, RunFolders } from './needs/run-state.ts';
import type { SessionProgress } from './needs/session-progress.ts';
import type { OpenedRepair } from './open-repair.ts';
import { executeInFolder, type PlanExecutor, explainPlanEnd } from './plan/execute-in-folder.ts';
import type { ExecutePlanResult } from './plan/plan-execution.ts';
import type { PlanPlace, PlanResult, SessionAgents, RepairServices } from './session/session.ts';

export interface SessionParts {
  readonly runId: RunId;
  readonly folder: RunFolder;
  readonly agents: SessionAgents;
  readonly progress: SessionProgress;
  readonly executor: PlanExecutor;
}

/** What a session works with. */
export function createSessionServices(
  { host, prepared, check, input, git, state }: OpenedRepair,
  { runId, folder, agents, progress, executor }: SessionParts,
): RepairServices & { readonly events: EventLog } {
  const { repository, facts } = prepared;
  const places = {
    repository: prepared.installed?.folder ?? repository,
    facts,
    bins: host.sources,
    node: host.node.ours.path,
  };
  const { stores } = state;
  return {
    ...check,
    agents,
    trees: git.trees,
    clock: host.clock,
    ids: host.ids,
    runs: stores.runs,
    artifacts: stores.artifacts,
    events: stores.events(runId),
    copies: git.copiesIn(folder.copies, prepared.installed?.folder),
    session: progress,
    commandOf: commandStarter(places, input.engines, input.programOf),
    toolsFor: createToolsFor({ ...input, sources: places }),
    carryOut: (plan, place) => executeInCopy(executor, plan, place),
  };
}

/** In a copy nothing has to survive: another attempt begins with another copy. */
async function executeInCopy(
  executor: PlanExecutor,
  plan: StructuredPlan,
  place: PlanPlace,
): Promise<PlanResult> {
  const { scratch } = executor.host;
  const record = await scratch.create();
  try {
    const result = await executeInFolder(executor, plan, { ...place, record });
    if (result.kind === 'refused')
      return { kind: 'refused', sentence: explainPlanEnd(result), usd: 0 };
    const { kind, usd, progress } = result;
    return { kind, usd, progress, sentence: kind === 'succeeded' ? '' : explainPlanEnd(result) };
  } finally {
    await scratch.remove(record);
  }
}

export interface FilesOfPerson {
  readonly folder: string;
  readonly runId: RunId;
  readonly folders: RunFolders;
  readonly hash: OpenedRepair['host']['hash'];
}

/** On the files of a person: what was begun goes on where it stopped, also after this process was killed. */
export async function executeOnFiles(
  executor: PlanExecutor,
  { folder, runId, folders, hash }: FilesOfPerson,
  plan: StructuredPlan,
): Promise<ExecutePlanResult> {
  const record = await folders.openPlan(runId, hash.hex(JSON.stringify(plan)).slice(0, 16));
  const place = { folder, leaveOut: [], record: record.path };
  const result = await executeInFolder(executor, plan, place);
  // What succeeded stays until its changes are kept elsewhere, so that they can be undone.
  const isOpen = result.kind === 'stopped' || result.kind === 'succeeded';
  if (!isOpen) await record.remove();
  return result;
}
