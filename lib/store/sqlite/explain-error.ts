import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Turns what SQLite throws into what is wrong, where, and what to do; anything else stays as it is. */
export function explainError(error: unknown, path: string): unknown {
  const code = resultCode(error);
  if (code === undefined) return error;
  // The low byte is the result code, the rest says more about it.
  const explanation = explanations[code & 0xff] ?? 'SQLite reports an error';
  const sentence = typeof explanation === 'string' ? explanation : explanation(path, code);
  return new Error(`Database ${path}: ${sentence} (${String(error)})`, { cause: error });
}

/** Another process has the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return ((resultCode(error) ?? 0) & 0xff) === busy;
}

type Explanation = string | ((path: string, code: number) => string);

const busy = 5;
const foreignKeyViolation = 787;

const permission =
  'this user may not write there; SQLite writes the file and its -wal and -shm beside it';

/** By the result codes of https://sqlite.org/rescode.html. */
const explanations: Readonly<Record<number, Explanation>> = {
  [busy]: 'another process held the lock for too long; end it if it hangs, then try again',
  8: permission,
  10: 'the disk reports an error; check the disk',
  11: 'the file is damaged; restore a copy, or move it away to begin afresh',
  13: 'the disk is full; make room, nothing of this change was kept',
  14: explainUnopened,
  19: (_, code) =>
    code === foreignKeyViolation ? 'this belongs to a run or task that is not there' : 'refused',
  26: 'the file is not an SQLite database; give another path or move it away',
};

function explainUnopened(path: string): string {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    return `the folder ${folder} does not exist; create it first`;
  }
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? 'this is a folder; give the path of a file' : permission;
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
