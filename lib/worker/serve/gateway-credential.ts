import { gatewayText } from '#repair/rules/session/capability.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';
import type { Seals } from '../needs/seals.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import { brokerKey } from './broker-key.ts';

type Sealing<Part extends keyof Seals> = {
  readonly seals: Pick<Seals, Part>;
  readonly secrets: Pick<Secrets, 'read'>;
};

type Run = Pick<Launch, 'workspaceId' | 'runId'>;

/** What the gateway of a run is launched with, and nothing beside it: a repeated launch has the same. */
export async function issueGatewayCredential(deps: Sealing<'make'>, run: Run): Promise<string> {
  return deps.seals.make(gatewayText(run), await brokerKey(deps));
}

/** Whether the gateway of this run says so, and not only its worker. */
export async function isFromGateway(
  deps: Sealing<'hold'>,
  run: Run,
  credential: string | undefined,
): Promise<boolean> {
  if (credential === undefined) return false;
  return deps.seals.hold(gatewayText(run), credential, await brokerKey(deps));
}
