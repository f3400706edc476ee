import { NotStorable } from '#base/not-storable.ts';
import type { Log } from '#base/needs/log.ts';
import type { BrokerCode, BrokerOutcome } from '#worker/serve/handlers.ts';
import type { BrokerServices } from '#worker/serve/services.ts';
import { admitWorker } from '#worker/serve-worker.ts';
import { readJsonBody, type BrokerResponse, jsonResponse } from './body.ts';
import { Buffer } from 'node:buffer';
import type { HttpEvent, HttpResult } from '../runtime/events.ts';

export interface BrokerRequest {
  readonly method: string;
  readonly path: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface BrokerDeps extends BrokerServices {
  readonly log: Pick<Log, 'error' | 'info'>;
}

export type Broker = (request: BrokerRequest) => Promise<BrokerResponse>;

/** The way of workers to state, as HTTP: `POST /v1/<method>`, a token in the header, JSON both ways. */
export function createBroker(deps: BrokerDeps): Broker {
  return async (request) => {
    const outcome = await answerWorker(deps, request).catch((error: unknown) =>
      toFailure(deps, error),
    );
    if (outcome.status >= 400 && outcome.status < 500) {
      const { status, body } = outcome;
      deps.log.info('A worker was refused', { path: request.path.slice(0, 100), status, ...body });
    }
    const response = await encodeOutcome(request, outcome);
    if (response.body.length <= mostAnswered) return response;
    return encodeOutcome(
      request,
      toProblem(413, 'The response is too large: ask for a part of it'),
    );
  };
}

/** An answer of a function may have six megabytes as text, and bytes grow by a third when they become text. */
const mostAnswered = 4_400_000;

interface Outcome {
  readonly status: number;
  readonly body: { readonly reason: string } | { readonly told?: unknown };
}

async function answerWorker(deps: BrokerDeps, request: BrokerRequest): Promise<Outcome> {
  const method = /^\/v1\/([a-z-]{1,40})$/.exec(request.path)?.[1];
  if (method === undefined) return toProblem(404, 'The broker answers only at /v1/<method>');
  if (request.method !== 'POST') return toProblem(405, 'The broker accepts only POST');
  const token = /^Bearer (\S{1,400})$/.exec(request.headers['authorization'] ?? '')?.[1];
  if (token === undefined)
    return toProblem(401, 'The header Authorization: Bearer <token> is needed');
  const admitted = await admitWorker(deps, { method, token });
  if (admitted.kind === 'refused') return toOutcome(admitted);
  // The body of a caller that is not admitted is never unpacked.
  const read = await readJsonBody(request);
  if (read.kind === 'refused') return toProblem(read.status, read.reason);
  return toOutcome(await admitted.value(read.value));
}

const statuses: Readonly<Record<BrokerCode, number>> = {
  unknown: 404,
  unauthorized: 401,
  malformed: 400,
  'not-yours': 409,
  over: 410,
};

function toOutcome(served: BrokerOutcome<unknown>): Outcome {
  if (served.kind === 'refused') return toProblem(statuses[served.code], served.sentence);
  return { status: 200, body: { told: served.value } };
}

function toProblem(status: number, reason: string): Outcome {
  return { status, body: { reason } };
}

/** A value that the store cannot keep is an error of the worker; every other error is ours, and the worker may try again. */
function toFailure({ log }: BrokerDeps, error: unknown): Outcome {
  log.error('The broker failed', { error });
  const isRefusal =
    error instanceof NotStorable ||
    (error instanceof Error && error.name === 'ValidationException');
  if (isRefusal) return toProblem(400, 'The store cannot keep what was sent');
  return toProblem(500, 'The broker failed; its log says why');
}

function encodeOutcome(
  { headers }: BrokerRequest,
  { status, body }: Outcome,
): Promise<BrokerResponse> {
  const acceptsGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  return jsonResponse(status, body, acceptsGzip);
}

/** A request as the URL of a function hands it over; its names of headers are in lower case. */
export function toBrokerRequest(event: HttpEvent): BrokerRequest {
  const { body = '', headers, isBase64Encoded, rawPath, requestContext } = event;
  return {
    method: requestContext.http.method,
    path: rawPath,
    headers,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Bytes survive the way back as text alone. */
export function toHttpResult({ status, headers, body }: BrokerResponse): HttpResult {
  const text = Buffer.from(body).toString('base64');
  return { statusCode: status, headers: { ...headers }, body: text, isBase64Encoded: true };
}
