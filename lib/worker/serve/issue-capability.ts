import { capabilityText, withSeal } from '#repair/rules/session/capability.ts';
import { findLiveRun } from '#repair/rules/session/worker.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';
import type { SecretReader } from '#ratchet/needs/secrets.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Seals } from '../needs/seals.ts';
import { brokerKey } from './broker-key.ts';

export interface CapabilityServices {
  readonly workspaces: Pick<WorkspaceStore, 'load'>;
  readonly seals: Seals;
  readonly secrets: SecretReader;
}

/** Issues the right of a worker to begin; a repeated launch has the same, for it is made of what is stored. */
export async function issueCapability(
  { workspaces, seals, secrets }: CapabilityServices,
  { workspaceId, runId, number: launch }: Pick<Launch, 'runId' | 'number' | 'workspaceId'>,
): Promise<string> {
  const head = await workspaces.load(workspaceId);
  const worker = head && findLiveRun(head.state, runId);
  if (worker === undefined) {
    throw new Error(
      `${runId} is not at work on ${workspaceId}, so no worker of it can be launched`,
    );
  }
  const text = capabilityText({ workspaceId, runId, launch, expiresAt: worker.startBy });
  return withSeal(text, seals.make(text, await brokerKey(secrets)));
}
