import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { BaselineEntry } from './baseline.ts';

/** Every line holds all of its entry: a merge may tear lines apart from their section. */
export function writeEntryLine({ path, rule, L, C, M, message }: BaselineEntry): string {
  // Editors take tabs off the end of a line.
  const fields = [path, rule, L, C, M, ...(message === '' ? [] : [message])];
  const line = fields.map(writeField).join('\t');
  return line.startsWith('#') ? `${escapedHash}${line.slice(1)}` : line;
}

/** Reads one entry, or says why the line is none. */
export function readEntryLine(content: string): Outcome<BaselineEntry, 'no-entry'> {
  const fields = content.split('\t').map(readField);
  const [path, rule, L, C, M] = fields;
  const message = fields.length === 5 ? '' : fields[5];
  if (fields.length !== 5 && fields.length !== 6) {
    return refuse(
      'no-entry',
      `An entry has 5 fields and a message between tabs, this line has ${fields.length} in all: restore it from the history.`,
    );
  }
  const parsed = entry.safeParse({ path, rule, L, C, M, message });
  if (parsed.success) return ok(parsed.data);
  const wrong = parsed.error.issues.map(({ path: [field] }) => String(field)).join(', ');
  return refuse(
    'no-entry',
    `The entry cannot be read, wrong are: ${wrong}. Restore the line from the history.`,
  );
}

/** As inside a JSON string, so that no field holds a tab or the end of a line. */
export function writeField(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Nothing when the text is not as inside a JSON string. */
export function readField(field: string): string | undefined {
  if (plain.test(field)) return field;
  try {
    return anyText.parse(JSON.parse(`"${field}"`));
  } catch {
    return undefined;
  }
}

// A path may begin with the sign that begins a header.
const escapedHash = String.raw`\u0023`;

// Nearly all fields are; reading as JSON what needs no reading would take most of the time.
const plain = /^[^"\\\p{Cc}]*$/u;
const anyText = z.string();

const shortHash = z.string().regex(/^([a-z2-7]{12})?$/);
const entry = z.object({
  path: z.string(),
  rule: z.string(),
  L: shortHash,
  C: shortHash,
  M: shortHash,
  message: z.string(),
});
