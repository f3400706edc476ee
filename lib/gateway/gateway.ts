import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { ModelGateway } from '#repair/needs/model-gateway.ts';
import type { Provider } from '#model/provider.ts';
import { listPrices } from './rules/spending/list-prices.ts';
import type { SpendingAccounts } from './needs/spending.ts';
import { type OpenAccess, type Accesses, createAccesses, type OwnAccess } from './accesses.ts';
import { type ControlServer, createControlServer, type GatewayControl } from './control.ts';
import { controlPath } from './control-words.ts';
import { troubleOfRefusal } from './trouble.ts';
import { type GatewayServices, type ExchangeOptions, handleModelRequest } from './exchange.ts';
import { type Upstream, connectTo } from './forward.ts';
import { readClientToken } from './headers.ts';
import { type GatewayRefusal, sendRefusal } from './refusals.ts';
import { type Route, detectDialect, findRoute } from './routes.ts';

export interface GatewayOptions extends Partial<ExchangeOptions> {
  /** Where each provider answers; tests and self-hosted models put another address here. */
  readonly origins?: Readonly<Record<Provider, string>>;
  /** The port it listens on; absent: any that is free. */
  readonly port?: number;
  /** Absent: only this process opens accesses. */
  readonly control?: GatewayControl;
}

export interface Gateway extends ModelGateway {
  open(accounts: SpendingAccounts): OwnAccess;
  /** Ends every access and the server. */
  stop(): Promise<void>;
}

interface Serving {
  readonly control: ControlServer | undefined;
  readonly deps: GatewayServices;
  readonly accesses: Accesses;
  readonly upstreams: Readonly<Record<Provider, Upstream>>;
  readonly options: ExchangeOptions;
}

const defaultOrigins = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
};

const defaults: ExchangeOptions = {
  prices: listPrices,
  maxRequestBytes: 32 * 1024 * 1024,
  defaultOutputTokens: 16_000,
  idleMs: 600_000,
  heldMs: 300_000,
};

/** Starts the proxy between agents and model providers: it alone holds the keys, and it meters every response. */
export async function startGateway(
  deps: GatewayServices,
  { origins = defaultOrigins, port = 0, control: by, ...options }: GatewayOptions = {},
): Promise<Gateway> {
  const accesses = createAccesses();
  const upstreams = { anthropic: connectTo(origins.anthropic), openai: connectTo(origins.openai) };
  const control = by && createControlServer(by, (accounts) => accesses.open(accounts));
  const serving: Serving = {
    control,
    deps,
    accesses,
    upstreams,
    options: { ...defaults, ...options },
  };
  const server = createServer(
    (incoming, outgoing) => void routeModelCall(serving, incoming, outgoing),
  );
  // Longer than clients keep a silent connection, so that none meets one that just closed.
  server.keepAliveTimeout = 120_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${readPort(server)}`;
  return {
    baseUrls: { anthropic: `${base}/anthropic`, openai: `${base}/openai/v1` },
    open: (accounts) => accesses.open(accounts),
    async stop() {
      await accesses.closeAll();
      server.close();
      server.closeAllConnections();
      for (const { agent } of Object.values(upstreams)) agent.destroy();
      await once(server, 'close');
    },
  };
}

async function routeModelCall(
  serving: Serving,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const target = incoming.url ?? '';
  if (serving.control !== undefined && target.startsWith(controlPath)) {
    return serving.control(incoming, outgoing).catch(() => void outgoing.destroy());
  }
  const dialect = detectDialect(target);
  const route = findRoute(incoming.method, target);
  const access = serving.accesses.find(readClientToken(incoming.headers));
  if (access === undefined) return turnAway({ incoming, outgoing }, dialect, tokenInvalid);
  if (route === undefined) return turnAway({ incoming, outgoing }, dialect, notAllowed);
  const work = answerModelRequest(serving, { incoming, outgoing, route, access });
  access.during(work);
  return work;
}

interface Visit {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly route: Route;
  readonly access: OpenAccess;
}

async function answerModelRequest(
  { deps, upstreams, options }: Serving,
  visit: Visit,
): Promise<void> {
  const { outgoing, route, access } = visit;
  const gone = new AbortController();
  const end = (): void => gone.abort();
  outgoing.on('close', end);
  access.closed.addEventListener('abort', end);
  try {
    const upstream = upstreams[route.provider];
    const refusal = await handleModelRequest(deps, {
      ...visit,
      upstream,
      options,
      signal: gone.signal,
    });
    // An attempt that is over must not be told to try again.
    if (access.closed.aborted) outgoing.destroy();
    else if (refusal !== undefined) {
      access.note(troubleOfRefusal(refusal, { isFirst: !access.isAnswered() }));
      turnAway(visit, route.provider, refusal);
    }
  } catch (error) {
    dropFailedRequest(deps, visit, error);
  } finally {
    access.closed.removeEventListener('abort', end);
  }
}

function turnAway(
  { incoming, outgoing }: Pick<Visit, 'incoming' | 'outgoing'>,
  dialect: Provider,
  refusal: GatewayRefusal,
): void {
  // A client that is still sending would not read the answer.
  incoming.resume();
  sendRefusal(outgoing, dialect, refusal);
}

// The message of an error may quote a body or a key, so only its name is told.
function dropFailedRequest(
  { log }: GatewayServices,
  { outgoing, access }: Visit,
  error: unknown,
): void {
  const isGone = outgoing.destroyed || access.closed.aborted;
  outgoing.destroy();
  if (isGone) return;
  const name = error instanceof Error ? error.name : typeof error;
  log.error('The gateway failed at a model request', { attempt: access.accounts.attempt, name });
}

const tokenInvalid: GatewayRefusal = {
  code: 'token_invalid',
  sentence:
    'The token of this request does not belong to a running attempt; use the token that the attempt was given.',
};

const notAllowed: GatewayRefusal = {
  code: 'not_allowed',
  sentence:
    'The gateway does not forward this method and path; use one of the model APIs that it serves.',
};

function readPort(server: Server): number {
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The gateway has no port');
}
