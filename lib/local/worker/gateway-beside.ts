import type { BrokerSession } from '#worker/client/session-backend.ts';
import { controlKey } from '#gateway/control-words.ts';
import { openRemoteGateway } from '#gateway/remote-gateway.ts';
import { systemSeals } from '#platform/system/seals.ts';
import type { System } from '../system.ts';
import type { SessionBackend } from '#worker/needs/session-backend.ts';
import type { OpenedGateway } from '#repair/needs/model-gateway.ts';

export interface GatewayAddress {
  /** Where it listens. */
  readonly origin: string;
  readonly capability: string;
}

export interface BesideGateway {
  readonly backend: SessionBackend;
  readonly openGateway: () => Promise<OpenedGateway>;
}

/** Begins a session together with the gateway of its task: no code of a repository runs before both are known. */
export function besideGateway(
  { clock }: Pick<System, 'clock'>,
  session: BrokerSession,
  { origin, capability }: GatewayAddress,
): BesideGateway {
  const seals = systemSeals;
  const key = controlKey(seals, capability);
  let opened: OpenedGateway | undefined;
  return {
    backend: {
      ...session,
      async start(nonce) {
        const started = await session.start(nonce);
        const secret = session.secret();
        if (started.kind === 'refused' || secret === undefined) return started;
        const deps = { clock, seals };
        const remote = await openRemoteGateway(deps, { origin, key }, secret);
        const { providers } = remote;
        // It ends with the task.
        opened = {
          providers,
          gateway: providers.length === 0 ? undefined : remote,
          stop: async () => {},
        };
        return started;
      },
    },
    async openGateway() {
      if (opened === undefined) throw new Error('The session has not begun');
      return opened;
    },
  };
}
