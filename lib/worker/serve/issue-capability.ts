import type { WorkspaceId } from '#model/ids.ts';
import { capabilityText, withSeal } from '#repair/rules/session/capability.ts';
import { findLiveRun } from '#repair/rules/session/worker.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';
import type { Seals } from '../needs/seals.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { brokerKey } from './broker-key.ts';

export interface IssueDeps {
  readonly workspaces: Pick<WorkspaceStore, 'load'>;
  readonly seals: Pick<Seals, 'make'>;
  readonly secrets: Pick<Secrets, 'read'>;
}

/** The right of a worker to begin; a repeated launch has the same, for it is made of what is stored. */
export async function issueCapability(
  deps: IssueDeps,
  { workspaceId, runId, number: launch }: Pick<Launch, 'runId' | 'number' | 'workspaceId'>,
): Promise<string> {
  const expiresAt = await startByOf(deps, { workspaceId, runId });
  const text = capabilityText({ workspaceId, runId, launch, expiresAt });
  return withSeal(text, deps.seals.make(text, await brokerKey(deps)));
}

async function startByOf(
  { workspaces }: Pick<IssueDeps, 'workspaces'>,
  { workspaceId, runId }: { readonly workspaceId: WorkspaceId; readonly runId: Launch['runId'] },
): Promise<number> {
  const head = await workspaces.load(workspaceId);
  const worker = head && findLiveRun(head.state, runId);
  if (worker !== undefined) return worker.startBy;
  throw new Error(`${runId} is not at work on ${workspaceId}, so no worker of it can be launched`);
}
