import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Verb } from '#base/verb.ts';
import type { Cost } from '#model/cost.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { GatewayAccess, ModelGateway } from '#repair/needs/model-gateway.ts';
import type { Seals } from '#worker/needs/seals.ts';
import {
  askedText,
  controlPath,
  controlVerbs,
  numberHeader,
  sealHeader,
  toldText,
} from './control-words.ts';
import type { Provider } from './routes.ts';

export interface RemoteGatewayDeps {
  readonly clock: Pick<Clock, 'sleep'>;
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
 * The gateway that runs beside us. Whoever listens must show that it knows the key before it is told the secret of the
 * session; so this is to be done before any code of the repository runs, which could listen there as well.
 */
export async function openRemoteGateway(
  deps: RemoteGatewayDeps,
  options: RemoteGatewayOptions,
  secret: string,
): Promise<RemoteGateway> {
  const ask = asking(deps, options);
  await untilItListens(deps, () => ask(controlVerbs.prove, {}));
  const { providers } = await ask(controlVerbs.begin, { secret });
  const { origin } = options;
  return {
    providers,
    baseUrls: { anthropic: `${origin}/anthropic`, openai: `${origin}/openai/v1` },
    open: async (accounts) => accessTo(ask, (await ask(controlVerbs.open, accounts)).token),
  };
}

type Ask = <Asked extends z.ZodType, Told extends z.ZodType>(
  verb: Verb<Asked, Told>,
  asked: z.input<Asked>,
) => Promise<z.output<Told>>;

function accessTo(ask: Ask, token: string): GatewayAccess {
  let closing: Promise<Cost> | undefined;
  return {
    token,
    cost: () => closing ?? ask(controlVerbs.cost, { token }),
    trouble: async () => (await ask(controlVerbs.trouble, { token })).trouble,
    async close() {
      closing ??= ask(controlVerbs.close, { token });
      await closing;
    },
  };
}

const pauseMs = 250;
const mostTries = 120;

/** Its container was started before ours, and may still be at its first steps. */
async function untilItListens(
  { clock }: RemoteGatewayDeps,
  look: () => Promise<unknown>,
): Promise<void> {
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

/** `fetch` fails in this way where nobody answers. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError;
}

const timeoutMs = 60_000;

function asking({ seals }: RemoteGatewayDeps, { origin, key }: RemoteGatewayOptions): Ask {
  return async ({ name, told }, asked) => {
    const number = randomUUID();
    const body = JSON.stringify(asked);
    const seal = seals.make(askedText(number, name, body), key);
    const response = await fetch(`${origin}${controlPath}${name}`, {
      method: 'POST',
      body,
      headers: { [numberHeader]: number, [sealHeader]: seal },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    if (!seals.hold(toldText(number, status, text), headers.get(sealHeader) ?? '', key)) {
      throw new Error(`Whoever listens at ${origin} is not the gateway of this task`);
    }
    if (status !== 200) throw new Error(`The gateway refused ${name}: ${text}`);
    return told.parse(JSON.parse(text));
  };
}
