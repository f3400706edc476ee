import * as z from 'zod';
import { parseJson } from '#base/json.ts';

// People who write the JSON by hand write the number of an App as a number.
const member = z.union([z.string(), z.number()]).transform(String);
const document = z.record(z.string(), member);

/** Reads the members of a secret. What is wrong with it is told without a word of what it holds. */
export function parseMembers(text: string, id: string): Readonly<Record<string, string>> {
  const parsed = document.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const [name] = first?.path ?? [];
  const where = name === undefined ? '' : ` (its member ${String(name)} is not a text)`;
  throw new Error(
    `Secret ${nameOfSecret(id)} is not a JSON object of texts${where}: store it again in the console of ` +
      'AWS Secrets Manager, or put {} there and run "ratchetr setup".',
  );
}

/** The readable end of an ARN. */
export function nameOfSecret(id: string): string {
  return id.startsWith('arn:') ? id.slice(id.lastIndexOf(':') + 1) : id;
}
