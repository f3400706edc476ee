import { randomUUID } from 'node:crypto';
import { type ClientOf, clientOf } from '#base/method.ts';
import type { Cost } from '#model/cost.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { GatewayAccess, ModelGateway } from '#repair/needs/model-gateway.ts';
import type { Seals } from '#worker/needs/seals.ts';
import type { Provider } from '#model/provider.ts';
import {
  controlMethods,
  controlPath,
  numberHeader,
  requestText,
  responseText,
  sealHeader,
} from './control-words.ts';

interface RemoteServices {
  readonly clock: Timer;
  readonly seals: Seals;
}

export interface RemoteGatewayOptions {
  /** Where it listens, such as http://127.0.0.1:8765. */
  readonly origin: string;
  readonly key: string;
}

export interface RemoteGateway extends ModelGateway {
  /** Those whose keys the gateway has. */
  readonly providers: readonly Provider[];
}

/**
 * The gateway that runs beside us. The server must prove that it knows the key before it gets the secret of the session.
 * Open it before any code of the repository runs, which could listen on the same port.
 */
export async function openRemoteGateway(
  services: RemoteServices,
  options: RemoteGatewayOptions,
  secret: string,
): Promise<RemoteGateway> {
  const control = clientTo(services, options);
  await untilItListens(services.clock, () => control.prove());
  const { providers } = await control.begin(secret);
  const { origin } = options;
  return {
    providers,
    baseUrls: { anthropic: `${origin}/anthropic`, openai: `${origin}/openai/v1` },
    open: async (accounts) => accessTo(control, (await control.open(accounts)).token),
  };
}

type Control = ClientOf<typeof controlMethods>;

function accessTo(control: Control, token: string): GatewayAccess {
  let closing: Promise<Cost> | undefined;
  return {
    token,
    cost: () => closing ?? control.cost(token),
    trouble: async () => (await control.trouble(token)).trouble,
    async close() {
      closing ??= control.close(token);
      await closing;
    },
  };
}

const pauseMs = 250;
const mostTries = 120;

/** Its container was started before ours, and may still be at its first steps. */
async function untilItListens(clock: Timer, look: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await look();
      return;
    } catch (error) {
      if (!isUnreached(error) || tries === mostTries) throw error;
      await clock.sleep(pauseMs);
    }
  }
}

/** `fetch` fails in this way where no server listens. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError;
}

const timeoutMs = 60_000;

function clientTo({ seals }: RemoteServices, { origin, key }: RemoteGatewayOptions): Control {
  return clientOf(controlMethods, async ({ name, response: schema }, request) => {
    const number = randomUUID();
    const body = JSON.stringify(request);
    const seal = seals.make(requestText(number, name, body), key);
    const response = await fetch(`${origin}${controlPath}${name}`, {
      method: 'POST',
      body,
      headers: { [numberHeader]: number, [sealHeader]: seal },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    if (!seals.verify(responseText(number, status, text), headers.get(sealHeader) ?? '', key)) {
      throw new Error(`The server at ${origin} is not the gateway of this task`);
    }
    if (status !== 200) throw new Error(`The gateway refused ${name}: ${text}`);
    return schema.parse(JSON.parse(text));
  });
}
