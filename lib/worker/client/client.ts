import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as z from 'zod';
import { errorCode } from '#base/errors.ts';
import { type ClientOf, clientOf } from '#base/method.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { WorkerMethod } from '../rules/protocol/worker-method.ts';
import { workerProtocol } from '../rules/protocol/worker-protocol.ts';

export interface BrokerClientDeps {
  readonly clock: Timer;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

export interface BrokerClientOptions {
  readonly url: string;
  /** The token for the broker until `authorize` replaces it. */
  readonly token: string;
  /** How long one try may take. */
  readonly timeoutMs?: number;
}

/** What a worker can ask of the broker; it is asked again while it cannot be reached. */
export type BrokerClient = {
  readonly [Part in keyof typeof workerProtocol]: ClientOf<(typeof workerProtocol)[Part]>;
} & {
  /** Shows this token from now on. */
  readonly authorize: (token: string) => void;
};

/** The broker refused; asking again would not help. */
export class BrokerRefusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(method: string, status: number, reason: string) {
    super(`The broker refused ${method} with ${status}: ${reason}`);
    this.name = 'BrokerRefusal';
    this.status = status;
    this.reason = reason;
  }
}

export function createBrokerClient(
  deps: BrokerClientDeps,
  { url, token, timeoutMs = 60_000 }: BrokerClientOptions,
): BrokerClient {
  const base = url.replace(/\/+$/, '');
  let shown = token;
  const send = async (method: WorkerMethod, request: unknown): Promise<unknown> => {
    const { name, response } = method;
    const tried = await sendRepeatedly(deps, {
      method,
      request,
      send: async (body) => trySending(`${base}/v1/${name}`, { body, token: shown, timeoutMs }),
    });
    if (tried.kind === 'failed') {
      const { reason, cause } = tried;
      throw new Error(`The broker gave no answer to ${name}: ${reason}`, { cause });
    }
    if (tried.kind === 'refused') throw new BrokerRefusal(name, tried.status, tried.reason);
    return response.parse(tried.response);
  };
  return {
    session: clientOf(workerProtocol.session, send),
    runs: clientOf(workerProtocol.runs, send),
    artifacts: clientOf(workerProtocol.artifacts, send),
    events: clientOf(workerProtocol.events, send),
    spending: clientOf(workerProtocol.spending, send),
    authorize(better) {
      shown = better;
    },
  };
}

type Tried =
  | { readonly kind: 'ok'; readonly response: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | {
      readonly kind: 'failed';
      /** The broker cannot have received it. */
      readonly unheard: boolean;
      readonly reason: string;
      readonly cause?: unknown;
    };

/** About a minute together: a longer outage is not waited for. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

interface Repeated {
  readonly method: WorkerMethod;
  readonly request: unknown;
  readonly send: (body: unknown) => Promise<Tried>;
}

async function sendRepeatedly(
  { clock, random }: BrokerClientDeps,
  { method, request, send }: Repeated,
): Promise<Tried> {
  let body = request;
  for (const pauseMs of pausesMs) {
    const tried = await send(body);
    if (tried.kind !== 'failed' || (method.once && !tried.unheard)) return tried;
    if (!tried.unheard) body = method.again?.(request) ?? request;
    // Workers that lost the broker at the same time do not all return at the same time.
    await clock.sleep(pauseMs * (0.5 + random() / 2));
  }
  return send(body);
}

interface Sending {
  readonly body: unknown;
  readonly token: string;
  readonly timeoutMs: number;
}

const responseShape = z.object({ told: z.unknown().optional() });
const refusalShape = z.object({ reason: z.string() });

async function trySending(url: string, sending: Sending): Promise<Tried> {
  try {
    const answer = await fetch(url, {
      ...(await encodeRequest(sending)),
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(sending.timeoutMs),
    });
    const { status } = answer;
    const text = await answer.text();
    if (status === 200) {
      return { kind: 'ok', response: responseShape.parse(JSON.parse(text)).told };
    }
    const reason = parseReason(text);
    // A request that is turned away for the rate of requests was not handled.
    if (status === 429) return { kind: 'failed', unheard: true, reason: `429 ${reason}` };
    if (status >= 500 || status === 408) {
      return { kind: 'failed', unheard: false, reason: `${status} ${reason}` };
    }
    return { kind: 'refused', status, reason };
  } catch (error) {
    return {
      kind: 'failed',
      unheard: isUnsent(error),
      reason: describeSendError(error),
      cause: error,
    };
  }
}

const compress = promisify(gzip);

async function encodeRequest({ body, token }: Sending): Promise<RequestInit> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  if (text.length < 1_024) return { headers, body: text };
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: await compress(text) };
}

function parseReason(text: string): string {
  try {
    return refusalShape.parse(JSON.parse(text)).reason;
  } catch {
    return text.slice(0, 200);
  }
}

/** No connection was made. */
function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = errorCode(cause) ?? '';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
}

function describeSendError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
