import { hash } from 'node:crypto';
import { constants, openSync, readFileSync, statSync } from 'node:fs';

const longest = 32 * 1024 * 1024;

/** The text of a plain file that belongs to an installation; undefined: there is none. */
export function readSmallFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > longest) return undefined;
  return readFileSync(path, 'utf8');
}

/** The digest of such a file. */
export function digestFile(path: string): string | undefined {
  const text = readSmallFile(path);
  return text === undefined ? undefined : hash('sha256', text);
}

/** Opens what may be anything: a pipe in its place does not make us wait for a writer. undefined: it cannot be opened. */
export function tryOpen(path: string, furtherFlags = 0): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | furtherFlags);
  } catch {
    return undefined;
  }
}
