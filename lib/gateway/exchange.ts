import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { SecretName, Secrets } from '#ratchet/needs/secrets.ts';
import type { Provider } from '#model/provider.ts';
import { findBetaProblem } from './rules/model-request/betas.ts';
import { findQueryProblem } from './rules/model-request/query.ts';
import { likelyInput, mostInput } from './rules/spending/estimates.ts';
import { type PricedModel, type PriceTable, findPrice } from './rules/spending/prices.ts';
import type { Spending } from './needs/spending.ts';
import type { OpenAccess, Booking } from './accesses.ts';
import { toBooking } from './booking.ts';
import { type ForwardResult, type Upstream, forward } from './forward.ts';
import { readBetas, toUpstreamHeaders } from './headers.ts';
import {
  type ModelRequestLimits,
  type ModelRequest,
  prepareBody,
  readRequestBody,
} from './request-body.ts';
import {
  callDenied,
  keyMissing,
  keyRejected,
  noAnswer,
  type GatewayRefusal,
  requestTooLarge,
  withoutPrice,
} from './refusals.ts';
import { refuseIfSpent, type ReservationRequest, reserveTokens } from './reserve.ts';
import { troubleOfAnswer, wasBrokenOff } from './trouble.ts';
import type { Route } from './routes.ts';

export interface GatewayServices {
  readonly spending: Spending;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ExchangeOptions extends ModelRequestLimits {
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
  readonly access: OpenAccess;
  readonly upstream: Upstream;
  readonly options: ExchangeOptions;
  /** Fires when the client or the attempt is gone. */
  readonly signal: AbortSignal;
}

const secretNames: Readonly<Record<Provider, SecretName>> = {
  anthropic: 'anthropic-api-key',
  openai: 'openai-api-key',
};

/** Takes one request to its provider: checked, reserved, forwarded, metered, settled. Returns why it was refused. */
export async function handleModelRequest(
  deps: GatewayServices,
  exchange: Exchange,
): Promise<GatewayRefusal | undefined> {
  const { incoming, route, options } = exchange;
  const bytes = await readRequestBody(incoming, options.maxRequestBytes);
  if (bytes === undefined) return requestTooLarge(options.maxRequestBytes);
  const beta = findBetaProblem(readBetas(incoming.headers));
  if (beta !== undefined) return beta;
  const query = findQueryProblem(incoming.url ?? '');
  if (query !== undefined) return query;
  const prepared = prepareBody(route.api, bytes, options);
  if (prepared.kind === 'refused') {
    return { code: prepared.code, sentence: prepared.sentence };
  }
  const { value: request } = prepared;
  const priced = findPrice(request.model, options.prices);
  if (priced === undefined) return withoutPrice(request.model);
  const key = await deps.secrets.read(secretNames[route.provider]);
  if (key === undefined) return keyMissing(route.provider);
  return route.billed
    ? handleBilledRequest(deps, exchange, { ...request, priced, key })
    : handleFreeRequest(deps, exchange, {
        body: Buffer.from(request.text),
        key,
        model: priced.name,
      });
}

async function handleFreeRequest(
  deps: GatewayServices,
  exchange: Exchange,
  request: { readonly body: Buffer; readonly key: string; readonly model: string },
): Promise<GatewayRefusal | undefined> {
  const refusal = await refuseIfSpent(deps.spending, exchange.access.accounts);
  if (refusal !== undefined) return refusal;
  const { model } = request;
  return refuseAfterAnswer(deps, exchange, {
    ending: await sendUpstream(exchange, request),
    model,
  });
}

interface BilledRequest extends ModelRequest {
  readonly priced: PricedModel;
  readonly key: string;
}

async function handleBilledRequest(
  deps: GatewayServices,
  exchange: Exchange,
  request: BilledRequest,
): Promise<GatewayRefusal | undefined> {
  const { estimate } = exchange.access;
  const turn = { isOurs: false };
  try {
    const reserved = await reserveTokens(
      deps.spending,
      deps.clock,
      toReservationRequest(deps, exchange, { request, turn }),
    );
    if (reserved.kind === 'refused') return reserved.refusal;
    const begun = deps.clock.now();
    const body = request.body(reserved.outputTokens);
    const ending = await sendUpstream(exchange, { body, key: request.key });
    const milliseconds = deps.clock.now() - begun;
    const booking = toBooking(ending, { ...reserved, request, begun, milliseconds });
    exchange.access.book(booking);
    const model = request.priced.name;
    noteTrouble(exchange, { ending, model });
    logRequest(deps.log, exchange, { ending, booking });
    await settleReservation(deps, reserved.id, booking.amount);
    return await refuseAfterAnswer(deps, exchange, { ending, model });
  } finally {
    if (turn.isOurs) estimate.giveBack();
  }
}

function noteTrouble(
  { access, route, options }: Exchange,
  { ending, model }: { readonly ending: ForwardResult; readonly model: string },
): void {
  const longSilence = options.idleMs / 2;
  const trouble = troubleOfAnswer({ provider: route.provider, model, longSilence }, ending);
  if (trouble !== undefined || !wasBrokenOff(ending)) access.note(trouble);
}

interface Turn {
  /** Whether this request is the one that is judged by the last answer. */
  isOurs: boolean;
}

function toReservationRequest(
  { clock }: GatewayServices,
  { access, options, signal }: Exchange,
  { request, turn }: { readonly request: BilledRequest; readonly turn: Turn },
): ReservationRequest {
  const { size, output, priced } = request;
  const { context } = priced.price;
  return {
    accounts: access.accounts,
    priced,
    isFirst: !access.isAnswered(priced.name),
    input() {
      turn.isOurs ||= access.estimate.take();
      const billed = access.billed(priced.name);
      return turn.isOurs && billed !== undefined
        ? likelyInput(size, { context, billed, now: clock.now() })
        : mostInput(size, context);
    },
    mayShrink: () => !turn.isOurs,
    output,
    heldMs: options.heldMs,
    signal,
  };
}

function sendUpstream(
  { incoming, outgoing, route, upstream, options, signal }: Exchange,
  { body, key }: { readonly body: Buffer; readonly key: string },
): Promise<ForwardResult> {
  const query = /\?.*$/s.exec(incoming.url ?? '')?.[0] ?? '';
  const headers = toUpstreamHeaders(incoming.headers, route.provider, key);
  const { idleMs } = options;
  const path = `${route.path}${query}`;
  return forward({ upstream, path, headers, body, api: route.api, outgoing, signal, idleMs });
}

// A reservation that cannot be settled stays: too little is left to spend rather than too much.
async function settleReservation(
  { spending, log }: GatewayServices,
  id: string,
  amount: number,
): Promise<void> {
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
    booking: { model, amount, billed },
  }: { readonly ending: ForwardResult; readonly booking: Booking },
): void {
  const known = ending.kind === 'answered' ? { status: ending.status } : {};
  const fields = { attempt: access.accounts.attempt, provider: route.provider, model };
  const cost = { microUsd: amount, estimated: billed === undefined && amount > 0 };
  log.info('Model request', { ...fields, ending: ending.kind, ...known, ...cost });
}

async function refuseAfterAnswer(
  { secrets }: GatewayServices,
  { route: { provider } }: Exchange,
  { ending, model }: { readonly ending: ForwardResult; readonly model: string },
): Promise<GatewayRefusal | undefined> {
  const { kind } = ending;
  // A client that is gone reads no answer, and that it left says nothing about the provider.
  if (kind === 'answered' || wasBrokenOff(ending)) return undefined;
  if (kind === 'key-rejected' || kind === 'call-denied') {
    await secrets.refresh(secretNames[provider]);
    return kind === 'key-rejected' ? keyRejected(provider) : callDenied(provider, model);
  }
  return noAnswer(provider, kind);
}
