import { hash } from 'node:crypto';
import { closeSync, fstatSync, readFileSync, statSync } from 'node:fs';
import { listProseNames } from '#check/rules/scope/prose.ts';
import { isOldEnough, stateOf, tryOpen } from './small-files.ts';

interface FileContent {
  readonly digest: string;
  readonly size: number;
  readonly changedAtSeconds: number;
  /** Files of prose that it may speak of. */
  readonly names: readonly string[];
}

/** The content of a plain file; undefined: it is none, it cannot be read, or it is too long. Links are followed. */
export type DigestFile = (path: string) => FileContent | undefined;

/** What is known of a file while it bears the same marks. */
export interface KnownFile extends FileContent {
  /** Where it lies on the disk, how long it is, and when it and its marks were changed. */
  readonly state: string;
}

const longest = 64 * 1024 * 1024;

/** Digests of files, each read once and again only after it was changed; what is sure of them goes to `known`. */
export function createFileDigests(
  known = new Map<string, KnownFile>(),
  onRead = (): unknown => undefined,
): DigestFile {
  // Not promises: these took fifteen times as long for a thousand small files.
  return (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true) return undefined;
    const state = stateOf(found);
    const before = known.get(path);
    if (before?.state === state) return before;
    onRead();
    const at = Date.now();
    const content = digestContent(path);
    if (content === undefined) return undefined;
    if (isOldEnough(found, at)) known.set(path, { ...content, state });
    else known.delete(path);
    return content;
  };
}

function digestContent(path: string): FileContent | undefined {
  const file = tryOpen(path);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > longest) return undefined;
    const bytes = readFileSync(file);
    const names = listProseNames(path, bytes.toString('latin1'));
    const changedAtSeconds = Math.floor(found.mtimeMs / 1_000);
    return { digest: hash('sha256', bytes), size: bytes.length, changedAtSeconds, names };
  } finally {
    closeSync(file);
  }
}
