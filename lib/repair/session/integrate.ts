import type { Rejection } from '../rules/verdict/rejection.ts';
import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { nameFirst } from '#base/words.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';
import { storeArtifact } from '#check/store-artifact.ts';

export interface Accepted {
  readonly task: Task;
  /** What the attempt began with and what it made of that. */
  readonly before: Sha;
  readonly result: Sha;
  readonly paths: readonly string[];
}

export type Integrated =
  | { readonly kind: 'integrated' }
  | { readonly kind: 'rejected'; readonly reason: Rejection }
  /** Another worker holds the task by now. */
  | { readonly kind: 'lost' };

/** Adds an accepted change to all that were accepted before. Callers take turns. */
export async function integrate(
  deps: RepairServices,
  { run, settings }: SessionContext,
  { state, accepted }: { readonly state: SessionState; readonly accepted: Accepted },
): Promise<Integrated> {
  const { task, before, result } = accepted;
  const merged =
    before === state.tree
      ? ({ kind: 'clean', tree: result } as const)
      : await deps.trees.integrate({ base: before, ours: state.tree, theirs: result });
  if (merged.kind === 'conflict') return { kind: 'rejected', reason: conflictIn(merged.paths) };
  const sequence = state.accepted.length + 1;
  const body = await deps.trees.patch(state.tree, merged.tree);
  const name = `accepted/${String(sequence).padStart(4, '0')}-${task.id}-${task.attemptNo}.patch`;
  const patch = await storeArtifact(deps, { runId: run.id, name, kind: 'diff', body });
  const until = deps.clock.now() + settings.leaseMs;
  const lease = { runId: run.id, taskId: task.id, fence: task.attemptNo, until };
  if ((await deps.runs.renewLease(lease)) === 'lost') return { kind: 'lost' };
  const diff = { runId: run.id, sequence, taskId: task.id, patch };
  if ((await deps.runs.recordAccepted(diff)) === 'taken') return { kind: 'lost' };
  state.accepted.push({ ...diff, paths: accepted.paths, tree: merged.tree });
  state.tree = merged.tree;
  state.acceptedSince += 1;
  return { kind: 'integrated' };
}

function conflictIn(paths: readonly string[]): Rejection {
  const sentence = `Meanwhile another change was accepted that touches the same lines in ${nameFirst(paths, 5)}; begin again from there.`;
  return { code: 'CONFLICTS', sentence };
}
