import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { isGitFolder } from '#base/fold-path.ts';
import type { SnapshotPlace } from '#repair/needs/snapshots.ts';
import { toSystemError } from './folder.ts';
import { gitModeOf } from './tree-entry.ts';

export interface Seen {
  readonly mode: '100644' | '100755' | '120000';
  /** Differs whenever the file was written to, as far as its times can tell. */
  readonly signature: string;
  readonly changedAt: number;
}

/** Looks at every file and link of a folder, without reading any. */
export function lookAtFolder({ folder, leaveOut }: SnapshotPlace): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  const left = new Set(leaveOut);
  const open = [''];
  for (let above = open.pop(); above !== undefined; above = open.pop()) {
    for (const entry of listIfThere(folder + above)) {
      const path = `${above}/${entry.name}`;
      if (left.has(path.slice(1)) || isGitFolder(entry.name)) continue;
      if (entry.isDirectory()) {
        open.push(path);
        continue;
      }
      const stats = lstatSync(folder + path, { throwIfNoEntry: false });
      if (stats?.isFile() === true || stats?.isSymbolicLink() === true) {
        seen.set(path.slice(1), toSeen(stats));
      }
    }
  }
  return seen;
}

/** Another process may remove a folder meanwhile. */
function listIfThere(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (toSystemError(error).code === 'ENOENT') return [];
    throw error;
  }
}

function toSeen(stats: Stats): Seen {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const mode = stats.isSymbolicLink() ? '120000' : gitModeOf(stats);
  return { mode, signature: [mode, ino, size, mtimeMs, ctimeMs].join(' '), changedAt: ctimeMs };
}
