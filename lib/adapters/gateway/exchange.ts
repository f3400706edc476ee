import type { IncomingMessage, ServerResponse } from 'node:http';
import { amountOf, unfinishedTokens, worstTokens } from '#domain/spending/amounts.ts';
import { type PricedModel, type PriceTable, priceOf } from '#domain/spending/prices.ts';
import { type Tokens, noTokens } from '#domain/spending/tokens.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { SecretName, Secrets } from '#ports/secrets.ts';
import type { Spending } from '#ports/spending.ts';
import type { Access } from './accesses.ts';
import { type Ending, type Upstream, forward } from './forward.ts';
import { headersUpstream } from './headers.ts';
import { type BodyLimits, type ModelRequest, prepareBody, readBody } from './request-body.ts';
import type { Refusal } from './refusals.ts';
import { reserve } from './reserve.ts';
import type { Provider, Route } from './routes.ts';

export interface ExchangeDeps {
  readonly spending: Spending;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ExchangeOptions extends BodyLimits {
  readonly prices: PriceTable;
  /** Longest silence of a provider. */
  readonly idleMs: number;
  /** Longest wait for requests that hold the rest of a budget. */
  readonly heldMs: number;
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly route: Route;
  readonly access: Access;
  readonly upstream: Upstream;
  readonly options: ExchangeOptions;
  /** Fires when the client or the attempt is gone. */
  readonly signal: AbortSignal;
}

const secretNames: Readonly<Record<Provider, SecretName>> = {
  anthropic: 'anthropic-api-key',
  openai: 'openai-api-key',
};

/** Carries one request to its provider: checked, reserved, passed on, metered, settled. Gives the reason if not. */
export async function carry(deps: ExchangeDeps, exchange: Exchange): Promise<Refusal | undefined> {
  const { incoming, route, options } = exchange;
  const bytes = await readBody(incoming, options.maxRequestBytes);
  if (bytes === undefined) return tooLarge(options.maxRequestBytes);
  const prepared = prepareBody(route.api, bytes, options);
  if ('refusal' in prepared) return prepared.refusal;
  const key = await deps.secrets.read(secretNames[route.provider]);
  if (key === undefined) return keyMissing(route.provider);
  return route.billed
    ? carryBilled(deps, exchange, { ...prepared.request, key })
    : carryFree(deps, exchange, { body: bytes, key });
}

async function carryFree(
  deps: ExchangeDeps,
  exchange: Exchange,
  request: { readonly body: Buffer; readonly key: string },
): Promise<Refusal | undefined> {
  return refusalFor(deps, exchange, await send(exchange, request));
}

async function carryBilled(
  deps: ExchangeDeps,
  exchange: Exchange,
  request: ModelRequest & { readonly key: string },
): Promise<Refusal | undefined> {
  const { access, options, signal } = exchange;
  const priced = priceOf(request.model, options.prices);
  const worst = amountOf(worstTokens(request.size), priced.price);
  const order = { accounts: access.accounts, amount: worst, heldMs: options.heldMs, signal };
  const reserved = await reserve(deps, order);
  if ('code' in reserved) return reserved;
  const begun = deps.clock.now();
  const ending = await send(exchange, request);
  const tokens = tokensOf(ending, request, deps.clock.now() - begun);
  const amount = amountOf(tokens, priced.price);
  access.book(priced.name, tokens, amount);
  logRequest(deps.log, exchange, { ending, priced, amount });
  await settle(deps, reserved.id, amount);
  return refusalFor(deps, exchange, ending);
}

function send(
  { incoming, outgoing, route, upstream, options, signal }: Exchange,
  { body, key }: { readonly body: Buffer; readonly key: string },
): Promise<Ending> {
  const query = /\?.*$/s.exec(incoming.url ?? '')?.[0] ?? '';
  const headers = headersUpstream(incoming.headers, route.provider, key);
  const { idleMs } = options;
  const path = `${route.path}${query}`;
  return forward({ upstream, path, headers, body, api: route.api, outgoing, signal, idleMs });
}

// Providers do not bill what they refuse.
function tokensOf(ending: Ending, { size }: ModelRequest, milliseconds: number): Tokens {
  if (ending.kind === 'unanswered') return worstTokens(size);
  if (ending.kind !== 'answered' || ending.status >= 400) return noTokens;
  const { said, final, bytes } = ending.meter;
  return final ? said : unfinishedTokens(size, { said, bytes, milliseconds });
}

// A reservation that cannot be settled stays: too little is left to spend rather than too much.
async function settle({ spending, log }: ExchangeDeps, id: string, amount: number): Promise<void> {
  await spending.settle(id, amount).catch(() => {
    log.error('The cost of a model request could not be booked', { microUsd: amount });
  });
}

// The model is named by the price table: what the client calls it is part of a body.
function logRequest(
  log: Log,
  { access, route }: Exchange,
  {
    ending,
    priced,
    amount,
  }: { readonly ending: Ending; readonly priced: PricedModel; readonly amount: number },
): void {
  const known =
    ending.kind === 'answered' ? { status: ending.status, final: ending.meter.final } : {};
  const fields = { attempt: access.accounts.attempt, provider: route.provider, model: priced.name };
  log.info('Model request', { ...fields, ending: ending.kind, ...known, microUsd: amount });
}

async function refusalFor(
  { secrets }: ExchangeDeps,
  { route }: Exchange,
  { kind }: Ending,
): Promise<Refusal | undefined> {
  if (kind === 'answered') return undefined;
  if (kind === 'key-rejected') {
    await secrets.refresh(secretNames[route.provider]);
    const sentence = `The provider rejected the key of the gateway; check ${secretNames[route.provider]}.`;
    return { code: 'key_rejected', sentence };
  }
  const sentence = 'The provider gave no answer that the gateway can pass on; try again later.';
  return { code: 'provider_unreachable', sentence };
}

function keyMissing(provider: Provider): Refusal {
  const sentence = `The gateway has no key for this provider; set ${secretNames[provider]}.`;
  return { code: 'key_missing', sentence };
}

function tooLarge(maxBytes: number): Refusal {
  const sentence = `The request is larger than ${maxBytes} bytes; send less.`;
  return { code: 'request_too_large', sentence };
}
