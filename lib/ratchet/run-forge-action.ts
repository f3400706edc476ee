import type { ForgeAction } from '#model/decision.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Forge } from './needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { WorkspaceStore } from './needs/workspace-store.ts';

interface ForgeActionServices {
  readonly workspaces: WorkspaceStore;
  readonly forge: Forge;
  readonly clock: TimeSource;
  readonly log: Log;
}

/** Asks the forge to act, unless the pull request has moved on since it was decided. */
export async function runForgeAction(
  { workspaces, forge, clock, log }: ForgeActionServices,
  { workspaceId, action }: { readonly workspaceId: WorkspaceId; readonly action: ForgeAction },
): Promise<void> {
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return;
  const { pullRequest, observation, session } = head.state;
  if (session !== undefined || observation?.headSha !== action.headSha) {
    log.info('Forge action is out of date', { workspaceId, action: action.kind });
    return;
  }
  if (action.kind === 'rerun') {
    await forge.rerun(pullRequest, action.checks);
    const checks = action.checks.map(({ name }) => name);
    log.info('Checks run once more', { workspaceId, checks });
  } else {
    const outcome = await forge.updateBranch(pullRequest, action.headSha);
    log.info('Branch is brought up to date', { workspaceId, ...outcome });
  }
  await workspaces.wake(workspaceId, clock.now());
}
