import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { NotStorable } from '#base/not-storable.ts';

/** What a column holds. Fractions, booleans and everything nested live inside JSON columns. */
export type Value = string | number | null;

/**
 * SQLite keeps text as UTF-8, which has no half characters (lone surrogates), and not every way to it keeps what follows a
 * NUL; reports of tools do have both. Such a text is stored as the bytes of its UTF-16, so that it comes back as it was.
 */
export function toSql(value: Value): SQLInputValue {
  if (typeof value === 'string') {
    const isPlain = value.isWellFormed() && !value.includes('\0');
    return isPlain ? value : Buffer.from(value, 'utf16le');
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new NotStorable(`${value} cannot be stored: columns hold whole numbers below 2^53`);
  }
  return value;
}

export function fromSql(value: SQLOutputValue): SQLOutputValue {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf16le') : value;
}
