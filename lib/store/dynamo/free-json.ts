import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';

/** JSON whose keys and numbers were not chosen for a database: both have limits there that JSON has not. */
export type FreeJson = Record<string, z.core.util.JSONType>;

type StoredText = { readonly $json: string } | { readonly $gzip: Uint8Array };

/** An item holds 400 KB and is billed by size; what machines say of checks shrinks to a fifth. */
const longestPlain = 8 * 1024;

const text = z.union([
  z.object({ $json: z.string() }),
  z.object({ $gzip: z.instanceof(Uint8Array) }),
]);
const content = z.record(z.string(), z.json());

export function packJson(value: FreeJson): StoredText {
  const json = JSON.stringify(value);
  return json.length <= longestPlain ? { $json: json } : { $gzip: gzipSync(json) };
}

export function unpackJson(stored: unknown): FreeJson {
  const known = text.parse(stored);
  const json = '$json' in known ? known.$json : gunzipSync(known.$gzip).toString();
  return content.parse(JSON.parse(json));
}
