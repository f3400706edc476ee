import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import {
  type Change,
  type ChangeDeps,
  type ChangeOutcome,
  changeWorkspace,
  type Decide,
  type NoChange,
} from './change-workspace.ts';

const logKeptMs = 7 * 24 * 60 * 60_000;

/** An entry of the log that is forgotten after a week. */
export function createLogEntry(
  now: number,
  { action, reason, snapshot }: Pick<Transition, 'action' | 'reason' | 'snapshot'>,
): Omit<Transition, 'rev' | 'workspaceId'> {
  return {
    schemaVersion: 1,
    action,
    reason,
    snapshot,
    createdAt: now,
    expiresAt: now + logKeptMs,
  };
}

const mostTries = 20;

/** Changes a workspace as it is then: a caller that lost a race loads it again and works the change out anew. */
export async function changeWithRetries<Answer extends Change | NoChange>(
  deps: ChangeDeps,
  id: WorkspaceId,
  decide: Decide<Answer>,
): Promise<Exclude<ChangeOutcome<Answer>, { kind: 'lost' }>> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await changeWorkspace(deps, id, decide);
    if (outcome.kind !== 'lost') return outcome;
  }
  throw new Error(`Workspace ${id} changed ${mostTries} times while it was to be changed`);
}
