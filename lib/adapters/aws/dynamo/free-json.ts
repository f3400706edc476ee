import * as z from 'zod';

/** JSON whose keys and numbers nobody chose for a database: both have limits there that JSON has not. */
export type FreeJson = Record<string, z.core.util.JSONType>;

const text = z.object({ $json: z.string() });
const content = z.record(z.string(), z.json());

export function toText(value: FreeJson): { readonly $json: string } {
  return { $json: JSON.stringify(value) };
}

export function fromText(stored: unknown): FreeJson {
  return content.parse(JSON.parse(text.parse(stored).$json));
}
