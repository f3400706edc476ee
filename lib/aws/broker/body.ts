import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { errorCode } from '#base/errors.ts';

export type ReadBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly reason: string };

export interface BodyLimits {
  /** As sent. */
  readonly mostBytes: number;
  /** As read. */
  readonly mostInflated: number;
}

/** What the function takes, and what it can hold of it in memory: findings of a large repository are some ten megabytes. */
const bodyLimits: BodyLimits = { mostBytes: 4_400_000, mostInflated: 32 * 2 ** 20 };

/** Reads JSON, compressed or not, and no more of it than the limits allow. */
export async function readJsonBody(
  { body, headers }: Sent,
  { mostBytes, mostInflated }: BodyLimits = bodyLimits,
): Promise<ReadBody> {
  if (body.length > mostBytes) return refuseLargeBody(mostBytes);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'identity') {
    return refuseBody(415, 'Send the body as JSON, as it is or by gzip');
  }
  const inflated = encoding === 'gzip' ? await inflate(body, mostInflated) : body;
  if (inflated === undefined) return refuseBody(400, 'The body is not compressed by gzip');
  if (inflated === 'too-large') return refuseLargeBody(mostInflated);
  try {
    return { kind: 'read', value: JSON.parse(decoder.decode(inflated)) };
  } catch {
    return refuseBody(400, 'The body is not JSON in UTF-8');
  }
}

interface Sent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const inflateAll = promisify(gunzip);

async function inflate(
  body: Uint8Array,
  maxOutputLength: number,
): Promise<Uint8Array | 'too-large' | undefined> {
  try {
    return await inflateAll(body, { maxOutputLength });
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : undefined;
  }
}

function refuseLargeBody(most: number): ReadBody {
  return refuseBody(413, `The body is larger than ${most} bytes`);
}

function refuseBody(status: 400 | 413 | 415, reason: string): ReadBody {
  return { kind: 'refused', status, reason };
}

export interface BrokerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An answer as JSON, compressed where that saves something and can be read. */
export async function jsonResponse(
  status: number,
  value: unknown,
  acceptsGzip: boolean,
): Promise<BrokerResponse> {
  const body = new TextEncoder().encode(JSON.stringify(value));
  if (!acceptsGzip || body.length < worthwhile) return { status, headers, body };
  const compressed = { ...headers, 'content-encoding': 'gzip' };
  return { status, headers: compressed, body: await deflate(body) };
}

const worthwhile = 1_024;

const deflate = promisify(gzip);

/** Answers hold secrets. */
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
