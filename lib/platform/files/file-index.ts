import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { parseJson } from '#base/json.ts';
import { errorCode } from '#base/errors.ts';
import type { KnownFile } from './file-digests.ts';

/** Raised when more is known of a file, or it is found out otherwise. */
const indexVersion = 2;

const head = z.tuple([z.literal(indexVersion), z.array(z.unknown())]);

/** One line for each file, as short as can be: there are many, and each check reads them all. */
type IndexLine = readonly [
  path: string,
  state: string,
  digest: string,
  size: number,
  changedAtSeconds: number,
  names: readonly string[],
];

/** What an earlier process knew of the files of a repository; what cannot be read is nothing. */
export async function readFileIndex(path: string): Promise<Map<string, KnownFile>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = head.safeParse(parseJson(text)).data?.[1] ?? [];
  const known = new Map<string, KnownFile>();
  for (const line of lines) {
    if (!isLine(line)) return new Map();
    const [file, state, digest, size, changedAtSeconds, names] = line;
    known.set(file, { state, digest, size, changedAtSeconds, names });
  }
  return known;
}

/** A schema takes ten times as long for ten thousand files. */
function isLine(line: unknown): line is IndexLine {
  if (!Array.isArray(line) || line.length !== 6) return false;
  const [path, state, digest, size, changed, names] = line as readonly unknown[];
  return (
    [path, state, digest].every((one) => typeof one === 'string') &&
    [size, changed].every((one) => typeof one === 'number') &&
    Array.isArray(names) &&
    names.every((one) => typeof one === 'string')
  );
}

/** Keeps it for the next process. Losing it costs time and nothing else. */
export async function writeFileIndex(
  path: string,
  known: Iterable<readonly [string, KnownFile]>,
): Promise<void> {
  const lines = [...known].map(
    ([file, { state, digest, size, changedAtSeconds, names }]): IndexLine => [
      file,
      state,
      digest,
      size,
      changedAtSeconds,
      names,
    ],
  );
  const written = `${path}.${randomUUID()}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(written, JSON.stringify([indexVersion, lines]), { flag: 'wx', mode: 0o600 });
    await rename(written, path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    await rm(written, { force: true });
  }
}

/** The time says when it was used last. */
export async function touchFileIndex(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}
