import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

interface FileContent {
  readonly digest: string;
  readonly size: number;
}

/** The content of a plain file; undefined: it is none, it cannot be read, or it is too long. Links are followed. */
export type DigestFile = (path: string) => FileContent | undefined;

interface Known extends FileContent {
  readonly state: string;
  readonly at: number;
  readonly changedAt: number;
}

/** Two changes within this time may bear the same time stamp. */
const coarsestStampMs = 50;

const longest = 64 * 1024 * 1024;

/** Digests of files, each read once and again only after it was changed. */
export function createFileDigests(): DigestFile {
  const known = new Map<string, Known>();
  // Not promises: these took fifteen times as long for a thousand small files.
  return (path) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found?.isFile() !== true) return undefined;
    const state = `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    const before = known.get(path);
    const isSure = before !== undefined && before.at - before.changedAt > coarsestStampMs;
    if (isSure && before.state === state) return before;
    const at = Date.now();
    const content = readContent(path);
    if (content === undefined) return undefined;
    known.set(path, { ...content, state, at, changedAt: Number(found.ctimeMs) });
    return content;
  };
}

function readContent(path: string): FileContent | undefined {
  const file = openFile(path);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > longest) return undefined;
    const bytes = readFileSync(file);
    return { digest: hash('sha256', bytes), size: bytes.length };
  } finally {
    closeSync(file);
  }
}

/** A pipe in its place must not make us wait for a writer. */
function openFile(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
