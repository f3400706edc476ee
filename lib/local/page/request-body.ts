import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** No webhook is larger than 25 megabytes. */
const mostBytes = 26 * 1024 * 1024;
/** Of all requests together; webhooks are small, so only a flood comes near it. */
const mostHeld = 128 * 1024 * 1024;

export type ReadRequestBody = (
  request: IncomingMessage,
) => Promise<Uint8Array | 'too-large' | 'too-many'>;

/** Reads bodies of requests, holding no more at once than a machine can spare. */
export function createBodyReader(limits = { mostBytes, mostHeld }): ReadRequestBody {
  let held = 0;
  return async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > limits.mostBytes) return 'too-large';
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      // The connection must outlive the reading, for the refusal goes through it.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(chunk)) continue;
        size += chunk.length;
        held += chunk.length;
        if (size > limits.mostBytes) return 'too-large';
        if (held > limits.mostHeld) return 'too-many';
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      held -= size;
    }
  };
}
