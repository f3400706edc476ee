import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** No webhook is larger than 25 megabytes. */
const mostBytes = 26 * 1024 * 1024;

/** All bytes of a request; undefined: there are more than anybody sends for a good reason. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must outlive the reading, for the refusal goes through it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
