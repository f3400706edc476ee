import { hash } from 'node:crypto';
import { constants, openSync, readFileSync, type Stats, statSync } from 'node:fs';

const longest = 32 * 1024 * 1024;

/** The text of a plain file that belongs to an installation; undefined: there is none. */
export function readSmallFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > longest) return undefined;
  return readFileSync(path, 'utf8');
}

/** The digest of such a file. Records of what is installed are asked for by every engine, so none is read twice while it bears the same marks. */
export function digestFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > longest) return undefined;
  const state = stateOf(found);
  const before = digests.get(path);
  if (before?.state === state) return before.digest;
  const isSure = isOldEnough(found, Date.now());
  const digest = hash('sha256', readFileSync(path));
  if (isSure) digests.set(path, { state, digest });
  else digests.delete(path);
  return digest;
}

const digests = new Map<string, { readonly state: string; readonly digest: string }>();

/**
 * Where a file lies on the disk, how long it is, and when it and its marks were changed. No file is known by them before they
 * are two seconds old, so a millisecond is exact enough, and twice as quick as big integers.
 */
export function stateOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Two changes within this time may bear the same time stamp: some file systems count by two seconds. */
const coarsestStampMs = 2_000;

/** Whether a later change is sure to show in its marks. */
export function isOldEnough({ ctimeMs }: Stats, now: number): boolean {
  return now - ctimeMs > coarsestStampMs;
}

/** Opens what may be anything: a pipe in its place does not make us wait for a writer. undefined: it cannot be opened. */
export function tryOpen(path: string, furtherFlags = 0): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | furtherFlags);
  } catch {
    return undefined;
  }
}
