import type { OperatorResponse } from '../rules/operators/operator-methods.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import { readHeads } from '../overview/read-heads.ts';
import { readPauses } from '../overview/read-overview.ts';

interface PauseDeps {
  readonly workspaces: WorkspaceStore;
  readonly installations: InstallationStore;
  readonly clock: TimeSource;
}

/** Nothing new is begun on any pull request until an operator resumes. */
export async function pauseAll(
  { workspaces, installations, clock }: PauseDeps,
  by: string,
): Promise<OperatorResponse<'pause'>> {
  const at = clock.now();
  const ids = await workspaces.listInstallations();
  for (const id of ids) await installations.setPause(id, { by, at });
  const heads = await readHeads(workspaces);
  const live = heads.filter(({ state }) => state.session !== undefined).length;
  return { installations: ids.length, live };
}

/** Ends a pause, and wakes what waited for that. */
export async function resumeAll(deps: PauseDeps): Promise<OperatorResponse<'resume'>> {
  const { workspaces, installations, clock } = deps;
  const pauses = await readPauses(deps);
  for (const id of await workspaces.listInstallations()) {
    await installations.setPause(id, undefined);
  }
  for (const { state } of await readHeads(workspaces)) {
    if (waitsForResume(state)) await workspaces.wake(state.id, clock.now());
  }
  return { pauses: pauses.length };
}

/** A check is kept back without a decision of its own, whatever else was decided. */
function waitsForResume({
  enabled,
  lastDecision,
  observation,
  checkedSha,
}: WorkspaceState): boolean {
  if (lastDecision?.code === 'PAUSED') return true;
  return enabled && observation?.state === 'open' && observation.headSha !== checkedSha;
}
