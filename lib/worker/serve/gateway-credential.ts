import { gatewayText } from '#repair/rules/session/capability.ts';
import type { ServedRun } from '../serve-session.ts';
import { brokerKey } from './broker-key.ts';
import type { CapabilityServices } from './issue-capability.ts';

type Sealing = Omit<CapabilityServices, 'workspaces'>;

/** Issues what the gateway of a run is launched with, and nothing else is: a repeated launch has the same. */
export async function issueGatewayCredential(
  { seals, secrets }: Sealing,
  run: ServedRun,
): Promise<string> {
  return seals.make(gatewayText(run), await brokerKey(secrets));
}

/** Whether the gateway of this run sends the request, and not only its worker. */
export async function isFromGateway(
  { seals, secrets }: Sealing,
  run: ServedRun,
  credential: string | undefined,
): Promise<boolean> {
  if (credential === undefined) return false;
  return seals.verify(gatewayText(run), credential, await brokerKey(secrets));
}
