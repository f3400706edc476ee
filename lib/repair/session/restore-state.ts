import { touchedPaths } from '../rules/verdict/diff.ts';
import type { Sha } from '#model/ids.ts';
import type { AcceptedChange } from '../rules/session/accepted-change.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';

/** What a session had come to when its worker died: every accepted change, applied again in its order. */
export async function restoreState(
  deps: RepairServices,
  { run }: SessionContext,
  start: Sha,
): Promise<SessionState> {
  const accepted: AcceptedChange[] = [];
  let tree = start;
  for (const diff of await deps.runs.listAccepted(run.id)) {
    const patch = await deps.artifacts.get({ runId: run.id, name: diff.patch });
    if (patch === undefined) throw new Error(`The accepted change ${diff.patch} is not there`);
    const next = await deps.trees.applyPatch(tree, patch);
    if (next === undefined) throw new Error(`The accepted change ${diff.patch} does not apply`);
    const changes = await deps.trees.compare(tree, next);
    accepted.push({ ...diff, paths: changes.flatMap(touchedPaths), tree: next });
    tree = next;
  }
  const attempts = await deps.runs.listAttempts(run.id);
  return {
    tree,
    accepted,
    acceptedSince: accepted.length,
    lastSnapshotAt: deps.clock.now(),
    spentUsd: attempts.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
    standings: new Map(),
    noise: [],
  };
}
