import { tokenShapes } from './token-shapes.ts';

const mask = '[masked]';
const maxDepth = 12;

/**
 * Turns any value into plain JSON data that is safe to show: what stands under a secret's name or has a
 * token's shape is masked, errors keep their cause, and nothing in the value can make it throw.
 */
export function redact(value: unknown): unknown {
  return toPlain(value, []);
}

/** The same for the fields of a log line, one by one. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return plainFields(Object.entries(fields), []);
}

/** Masks what has the shape of a credential inside a text. */
export function redactText(text: string): string {
  let safe = text;
  for (const [shape, replacement] of shapes) safe = safe.replace(shape, replacement);
  return safe;
}

const secretWords =
  'token|secret|passw(?:or)?d|authorization|credential|cookie|hub-signature|(?:api|private)[-_ ]?key';
const jsonText = String.raw`(?:[^"\\]|\\.)+`;
const secretName = new RegExp(secretWords, 'i');

// Bounded repeats and look-behinds keep every shape linear on hostile text.
const shapes: readonly (readonly [RegExp, string])[] = [
  ...tokenShapes.map((shape) => [shape, mask] as const),
  [/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${mask}`],
  [/(?<=:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,400}(?=@)/g, mask],
  [/(?<=[?&]X-Amz-(?:Signature|Credential|Security-Token)=)[^&\s"']+/gi, mask],
  maskAssignment(`(?<![\\w-])([\\w-]{0,40}(?:${secretWords})[\\w-]{0,40}=)`, `[^\\s&"',;]+`),
  // The quotes of JSON inside JSON are escaped.
  maskAssignment(
    `("[\\w-]{0,40}(?:${secretWords})[\\w-]{0,40}\\\\{0,8}" ?: ?\\\\{0,8}")`,
    jsonText,
  ),
];

// Digits alone are a count (of model tokens), not a credential.
function maskAssignment(name: string, value: string): readonly [RegExp, string] {
  return [new RegExp(`${name}(?!\\d+(?:[\\s&"',;]|$))${value}`, 'gi'), `$1${mask}`];
}

function toPlain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'object') return value === null ? null : nested(value, above);
  if (typeof value === 'function') return '[function]';
  if (typeof value === 'bigint' || typeof value === 'symbol') return value.toString();
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function nested(value: object, above: readonly object[]): unknown {
  if (above.includes(value)) return '[circular]';
  if (above.length >= maxDepth) return '[too deep]';
  try {
    return plainObject(value, [...above, value]);
  } catch {
    return '[unreadable]';
  }
}

function plainObject(value: object, above: readonly object[]): unknown {
  if (value instanceof Error) return plainError(value, above);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return plainFields([...value.entries()], above);
  if (Array.isArray(value) || value instanceof Set) {
    return Array.from(value, (element) => toPlain(element, above));
  }
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return toPlain(value.toJSON(), above);
  return plainFields(Object.entries(value), above);
}

function plainError(error: Error, above: readonly object[]): unknown {
  const { name, message, stack, cause } = error;
  const own = Object.entries(error);
  const known: [string, unknown][] = [
    ['name', name],
    ['message', message],
    ['stack', stack],
  ];
  if (cause !== undefined) known.push(['cause', cause]);
  if (error instanceof AggregateError) known.push(['errors', error.errors]);
  return plainFields([...known, ...own], above);
}

function plainFields(
  entries: readonly (readonly [unknown, unknown])[],
  above: readonly object[],
): Record<string, unknown> {
  const pairs = entries.map(([key, value]) => {
    const name = typeof key === 'string' ? key : String(key);
    return [name, hidden(name, value) ? mask : toPlain(value, above)] as const;
  });
  return Object.fromEntries(pairs);
}

// Numbers and flags under such a name are counts, limits and times: `tokensUsed`, `hasToken`.
function hidden(name: string, value: unknown): boolean {
  if (!secretName.test(name)) return false;
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
