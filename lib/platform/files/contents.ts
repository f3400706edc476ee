import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '#model/ids.ts';
import { isProse, selectNamedProse } from '#check/rules/scope/prose.ts';
import {
  isConfig,
  canChangeResult,
  countsWhenNamed,
  followsConfig,
  touchesScope,
  findFileNames,
  type ReadScope,
} from '#check/rules/scope/what-is-read.ts';
import type { StampedFile } from '#check/rules/outcome/kept-files.ts';
import type { Contents } from '#check/needs/contents.ts';
import { createFileDigests, type DigestFile } from './file-digests.ts';
import { readFileIndex, touchFileIndex, writeFileIndex } from './file-index.ts';
import { listFiles, type Listing } from './walk.ts';

/** More than this costs more than a run may save. */
const mostBytes = 1024 * 1024 * 1024;

/** So many files are read before others get their turn. */
const batch = 64;

const longestConfig = 1024 * 1024;

/** Reads checkouts as they are on disk, whatever git knows of them; what it knows of files lies in this folder, if anywhere. */
export function createContents(index?: string): Contents {
  const opened = new Map<string, ReturnType<typeof openIndex>>();
  return {
    snapshot: async (repository) => {
      const opening = opened.get(repository) ?? openIndex(repository, index);
      opened.set(repository, opening);
      const [listing, { digest, remember }] = await Promise.all([listFiles(repository), opening]);
      const sight = { repository, listing, digest: rememberDigests(digest) };
      return {
        digest: (reading) => digestReading(sight, reading),
        files: async (reading) => (await lookAtReading(sight, reading))?.files,
        remember: () =>
          remember(() => new Set(listing.files.map((path) => `${repository}/${path}`))),
      };
    },
  };
}

/** What earlier processes knew of the files of a repository, and how it is kept for later ones. */
async function openIndex(repository: string, folder: string | undefined) {
  const path = folder && join(folder, `${hash('sha256', repository)}.json`);
  const known = path === undefined ? undefined : await readFileIndex(path);
  let read = 0;
  const digestFile = createFileDigests(known, () => (read += 1));
  const asked = new Set<string>();
  return {
    digest: (file: string) => {
      asked.add(file);
      return digestFile(file);
    },
    remember: async (listPresent: () => ReadonlySet<string>) => {
      if (path === undefined || known === undefined) return;
      if (read === 0) return touchFileIndex(path);
      const present = listPresent();
      // Those that were asked for lie outside of it, too, or where nothing is listed.
      const kept = [...known].filter(([file]) => present.has(file) || asked.has(file));
      await writeFileIndex(path, kept);
      read = 0;
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
  const seen = await lookAtReading(sight, reading);
  if (seen === undefined) return undefined;
  const { files, prose, links } = seen;
  const inside = files.map(({ path, digest }) => [path, digest]);
  const outside = digestOutside(sight.repository, reading, sight.digest);
  const all = JSON.stringify([inside, prose, links, outside]);
  return sha256.parse(createHash('sha256').update(all).digest('hex'));
}

/** undefined: it is too much, or some of it cannot be followed. */
async function lookAtReading(sight: ScannedRepository, reading: ReadScope) {
  const { listing } = sight;
  if (!listing.complete || readsBehindLinks(listing, reading)) return undefined;
  const read = new Set(listing.files.filter((path) => canChangeResult(path, reading)));
  if (followsConfig(reading)) await addNamed(sight, reading, read);
  const prose = leaveOutProse(sight, reading, read);
  const links = listing.links.filter(({ path }) => canChangeResult(path, reading));
  const linked = links.filter(({ leadsTo }) => leadsTo === 'file').map(({ path }) => path);
  const files = await digestFiles(sight, [...read, ...linked].toSorted());
  const texts = links.map(({ path, to, leadsTo }) => `${path} ${to} ${leadsTo}`).toSorted();
  return files && { files, prose, links: texts };
}

/** What lies behind a link to a folder is not listed under it; only a reader of everything meets it elsewhere. */
function readsBehindLinks({ links }: Listing, reading: ReadScope): boolean {
  return links.some(({ path, leadsTo }) =>
    reading.reads === 'repository'
      ? leadsTo === 'folder-outside'
      : leadsTo.startsWith('folder') && touchesScope(path, reading),
  );
}

/** Takes out the prose that nothing speaks of, whose content cannot matter; that it is there may. */
function leaveOutProse(
  { repository, digest }: ScannedRepository,
  reading: ReadScope,
  read: Set<string>,
): readonly string[] {
  let prose = [...read].filter((path) => countsWhenNamed(path, reading)).toSorted();
  if (prose.length === 0) return prose;
  const names = new Set<string>();
  const listen = (path: string): void => {
    for (const name of digest(`${repository}/${path}`)?.names ?? []) names.add(name);
  };
  for (const path of prose) read.delete(path);
  for (const path of read) listen(path);
  // What is read may lead to more.
  for (;;) {
    const named = selectNamedProse(prose, names);
    if (named.length === 0) return prose;
    for (const path of named) {
      read.add(path);
      listen(path);
    }
    prose = prose.filter((path) => !named.includes(path));
  }
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
      if (read.has(found) || isProse(found)) continue;
      read.add(found);
      waiting.push(found);
    }
  }
}

async function digestFiles(
  { repository, digest }: ScannedRepository,
  paths: readonly string[],
): Promise<readonly StampedFile[] | undefined> {
  const files: StampedFile[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    if (index % batch === batch - 1) await setImmediate();
    const content = digest(`${repository}/${path}`);
    // What cannot be read now may be there for the tool.
    if (content === undefined) return undefined;
    bytes += content.size;
    if (bytes > mostBytes) return undefined;
    const { changedAtSeconds, digest: found } = content;
    files.push({ path, changedAtSeconds, digest: found });
  }
  return files;
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
