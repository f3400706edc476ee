import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { closeSync, fstatSync, readFileSync, statSync } from 'node:fs';
import { sha256 } from '#model/ids.ts';
import {
  isConfig,
  canChangeResult,
  touchesScope,
  findFileNames,
  type ReadScope,
} from '#check/rules/scope/what-is-read.ts';
import type { Contents } from '#check/needs/contents.ts';
import { tryOpen } from './small-files.ts';
import { listFiles, type Listing } from './walk.ts';

/** More than this costs more than a run may save. */
const mostBytes = 1024 * 1024 * 1024;

/** So many files are read before others get their turn. */
const batch = 64;

const longestConfig = 1024 * 1024;

/** Reads checkouts as they are on disk, whatever git knows of them. */
export function createContents(): Contents {
  const digest = createFileDigests();
  return {
    snapshot: async (repository) => {
      const listing = await listFiles(repository);
      const sight = { repository, listing, digest: rememberDigests(digest) };
      return { digest: (reading) => digestReading(sight, reading) };
    },
  };
}

/** What was seen in one look stays so, however many readings there are. */
function rememberDigests(digest: DigestFile): DigestFile {
  const seen = new Map<string, { readonly content: ReturnType<DigestFile> }>();
  return (path) => {
    const entry = seen.get(path) ?? { content: digest(path) };
    seen.set(path, entry);
    return entry.content;
  };
}

interface ScannedRepository {
  readonly repository: string;
  readonly listing: Listing;
  readonly digest: DigestFile;
}

async function digestReading(sight: ScannedRepository, reading: ReadScope) {
  const { repository, listing } = sight;
  if (!listing.complete || readsBehindLinks(listing, reading)) return undefined;
  const read = new Set(listing.files.filter((path) => canChangeResult(path, reading)));
  if (reading.reads === 'scope') await addNamed(sight, reading, read);
  const links = listing.links.filter(({ path }) => canChangeResult(path, reading));
  const linked = links.filter(({ leadsTo }) => leadsTo === 'file').map(({ path }) => path);
  const inside = await digestFiles(sight, [...read, ...linked].toSorted());
  if (inside === undefined) return undefined;
  const texts = links.map(({ path, to, leadsTo }) => `${path} ${to} ${leadsTo}`).toSorted();
  const all = JSON.stringify([inside, texts, digestOutside(repository, reading, sight.digest)]);
  return sha256.parse(createHash('sha256').update(all).digest('hex'));
}

/** What lies behind a link to a folder is not listed under it; only a reader of everything meets it elsewhere. */
function readsBehindLinks({ links }: Listing, reading: ReadScope): boolean {
  return links.some(({ path, leadsTo }) =>
    reading.reads === 'repository'
      ? leadsTo === 'folder-outside'
      : leadsTo.startsWith('folder') && touchesScope(path, reading),
  );
}

/** A configuration may build on files of any name, and these on others. */
async function addNamed(
  { repository, listing }: ScannedRepository,
  reading: ReadScope,
  read: Set<string>,
): Promise<void> {
  const byName = Map.groupBy(listing.files, (path) => basename(path));
  const waiting = [...read].filter((path) => isConfig(path, reading));
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = await readFile(join(repository, path), 'utf8').catch(() => '');
    if (text.length > longestConfig) continue;
    for (const found of findFileNames(text).flatMap((name) => byName.get(name) ?? [])) {
      if (read.has(found)) continue;
      read.add(found);
      waiting.push(found);
    }
  }
}

type Line = readonly [path: string, digest: string];

async function digestFiles(
  { repository, digest }: ScannedRepository,
  paths: readonly string[],
): Promise<readonly Line[] | undefined> {
  const lines: Line[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (index % batch === batch - 1) await setImmediate();
    const content = digest(join(repository, path));
    // What cannot be read now may be there for the tool.
    if (content === undefined) return undefined;
    bytes += content.size;
    if (bytes > mostBytes) return undefined;
    lines.push([path, content.digest]);
  }
  return lines;
}

/** Tools look for their configuration in the folders above the repository as well. */
function digestOutside(repository: string, { configNames, config }: ReadScope, digest: DigestFile) {
  const names = [...configNames, '.gitignore', '.ignore'];
  const above = absoluteFoldersAbove(repository).flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  const own = [resolve(repository, '.git/info/exclude'), ...(config === null ? [] : [config])];
  // Not where they are: another place of the same repository has the same result.
  return [...above, ...own].flatMap((path) => {
    const found = digest(resolve(repository, path));
    return found === undefined ? [] : [[basename(path), found.digest]];
  });
}

function absoluteFoldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...absoluteFoldersAbove(above)];
}

interface FileContent {
  readonly digest: string;
  readonly size: number;
}

/** The content of a plain file; undefined: it is none, it cannot be read, or it is too long. Links are followed. */
type DigestFile = (path: string) => FileContent | undefined;

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
    const content = digestContent(path);
    if (content === undefined) return undefined;
    known.set(path, { ...content, state, at, changedAt: Number(found.ctimeMs) });
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
    return { digest: hash('sha256', bytes), size: bytes.length };
  } finally {
    closeSync(file);
  }
}
