import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What a function answers an operator; what is long travels as gzip, in base64. */
export type Reply =
  | { readonly told: unknown }
  | { readonly error: string }
  | { readonly gzip: string };

const deflate = promisify(gzip);
const worthwhile = 10_000;
/** An answer of a function may have six megabytes. */
const mostAnswered = 5_500_000;

/** Packs an answer, if it is not too large for any way. */
export async function packReply(told: unknown): Promise<Reply> {
  const text = JSON.stringify({ told });
  if (text.length < worthwhile) return { told };
  const packed = (await deflate(text)).toString('base64');
  if (packed.length < mostAnswered) return { gzip: packed };
  return { error: 'The answer is larger than a function may give: ask for less of it.' };
}
