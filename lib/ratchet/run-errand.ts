import type { Errand } from '#model/decision.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Forge } from './needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { WorkspaceStore } from './needs/workspace-store.ts';

export interface ErrandDeps {
  readonly workspaces: Pick<WorkspaceStore, 'load' | 'wake'>;
  readonly forge: Pick<Forge, 'rerun' | 'updateBranch'>;
  readonly clock: TimeSource;
  readonly log: Log;
}

/** Asks the forge for something small, unless the pull request has moved on since it was decided. */
export async function runErrand(
  { workspaces, forge, clock, log }: ErrandDeps,
  { workspaceId, errand }: { readonly workspaceId: WorkspaceId; readonly errand: Errand },
): Promise<void> {
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return;
  const { pullRequest, observation, session } = head.state;
  if (session !== undefined || observation?.headSha !== errand.headSha) {
    log.info('Errand is out of date', { workspaceId, errand: errand.kind });
    return;
  }
  if (errand.kind === 'rerun') {
    await forge.rerun(pullRequest, errand.checks);
    log.info('Checks run once more', {
      workspaceId,
      checks: errand.checks.map(({ name }) => name),
    });
  } else {
    const outcome = await forge.updateBranch(pullRequest, errand.headSha);
    log.info('Branch is brought up to date', { workspaceId, ...outcome });
  }
  await workspaces.wake(workspaceId, clock.now());
}
