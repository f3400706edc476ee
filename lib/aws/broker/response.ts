import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

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
