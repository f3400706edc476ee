import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import * as z from 'zod';

/** What a deployment sends back, in the names that command lines of other versions know; what is long as gzip, in base64. */
export type Reply =
  | { readonly told: unknown }
  | { readonly error: string }
  | { readonly gzip: string };

const deflate = promisify(gzip);
const worthwhile = 10_000;
/** An answer of a function may have six megabytes. */
const mostAnswered = 5_500_000;

/** Packs a response, if it is not too large for any way. */
export async function packReply(response: unknown): Promise<Reply> {
  const text = JSON.stringify({ told: response });
  if (text.length < worthwhile) return { told: response };
  const packed = (await deflate(text)).toString('base64');
  if (packed.length < mostAnswered) return { gzip: packed };
  return { error: 'The response is larger than a function may send: ask for less of it.' };
}

const plain = z
  .object({ told: z.unknown() })
  .transform(({ told: response }) => ({ kind: 'response', response }) as const);

/** A reply as the command line reads it. */
export const replyShape = z.union([
  z
    .object({ error: z.string() })
    .transform(({ error: sentence }) => ({ kind: 'refused', sentence }) as const),
  z.object({ gzip: z.base64() }).transform(({ gzip: packed }) => unpack(packed)),
  plain,
]);

function unpack(packed: string): z.output<typeof plain> {
  return plain.parse(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')));
}
