import type { SessionBackend } from '../needs/session-backend.ts';
import { type BrokerClient, BrokerRefusal } from './client.ts';

export interface BrokerSession extends SessionBackend {
  /** What the broker gave for the capability; the gateway of the session shows it too. */
  secret(): string | undefined;
}

/** The control plane as the worker of one run sees it from afar. */
export function createBrokerSession(client: BrokerClient): BrokerSession {
  let secret: string | undefined;
  return {
    secret: () => secret,
    async start(nonce) {
      // The token for the broker changes with the first answer.
      if (secret !== undefined) throw new Error('The session was started before');
      try {
        const { secret: given, ...started } = await client.session.start(nonce);
        secret = given;
        client.authorize(given);
        return { kind: 'started', ...started };
      } catch (error) {
        if (error instanceof BrokerRefusal) return { kind: 'refused', reason: error.reason };
        throw error;
      }
    },
    async finish(end) {
      try {
        return await client.session.finish(end);
      } catch (error) {
        if (error instanceof BrokerRefusal && [401, 409, 410].includes(error.status)) {
          return 'refused';
        }
        throw error;
      }
    },
  };
}
