import * as z from 'zod';
import type { EntryMode } from '#repair/rules/verdict/diff.ts';
import type { TreeListing } from '#repair/needs/trees.ts';
import { readBlobs } from './blobs.ts';
import { askIn, splitFields, type GitFolder } from './git-folder.ts';

export interface Entry {
  readonly mode: EntryMode;
  readonly blob: string;
  readonly path: string;
}

/** The modes that git gives; older ones are read as the plain file they stand for. */
export const entryMode = z.enum(['100644', '100755', '120000', '160000']);

/** All that a tree holds, folders left out. What a tree holds never changes, so the last ones are remembered. */
export function listTreeEntries(own: GitFolder, tree: string): Promise<readonly Entry[]> {
  const name = `${own.gitDir} ${tree}`;
  const listing = remembered.get(name) ?? readTreeEntries(own, tree);
  remembered.delete(name);
  remembered.set(name, listing);
  listing.catch(() => remembered.delete(name));
  const [oldest = name] = remembered.keys();
  if (remembered.size > mostRemembered) remembered.delete(oldest);
  return listing;
}

const remembered = new Map<string, Promise<readonly Entry[]>>();
const mostRemembered = 5;

async function readTreeEntries(own: GitFolder, tree: string): Promise<readonly Entry[]> {
  const listed = splitFields(await askIn(own, ['ls-tree', '-r', '-z', '--full-tree', tree]));
  return listed.map((field) => {
    const tab = field.indexOf('\t');
    const [mode, , blob = ''] = field.slice(0, tab).split(' ');
    return { mode: readMode(mode), blob, path: field.slice(tab + 1) };
  });
}

// Of thousands of entries nearly all have this mode.
function readMode(mode: string | undefined): EntryMode {
  return mode === '100644' ? mode : entryMode.catch('100644').parse(mode);
}

export async function listTree(own: GitFolder, tree: string): Promise<TreeListing> {
  const entries = await listTreeEntries(own, tree);
  const links = entries.filter(({ mode }) => mode === '120000');
  const texts = await readBlobs(
    own,
    links.map(({ blob }) => blob),
  );
  return {
    paths: entries.map(({ path }) => path),
    links: new Map(links.map(({ path, blob }) => [path, texts.get(blob) ?? ''])),
  };
}
