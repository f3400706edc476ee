import { lstatSync, opendirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import type { DiskLimit, Exit } from '#check/needs/processes.ts';

export interface DiskWatch {
  /** Measures once more, so that no quick program escapes, and ends. */
  finish(): Promise<void>;
}

const intervalMs = 250;
/** Measuring many files takes a while, and must not take much of all the time. */
const share = 20;
/** An entry takes room even where it is empty. */
const entryBytes = 1_024;

/** Calls `stop` once the files in some folders take more room than they may. */
export function watchDisk(limit: DiskLimit, stop: (exit: Exit) => void): DiskWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  const measure = async (): Promise<number> => {
    const used = await measureUsed(limit);
    if (used > limit.maxBytes) stop({ kind: 'overgrown', limitBytes: limit.maxBytes });
    return used;
  };
  const watching = watch(limit, measure, signal).catch(() => undefined);
  return {
    async finish() {
      stopping.abort();
      await watching;
      await measure();
    },
  };
}

async function watch(
  { folders, maxBytes }: DiskLimit,
  measure: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const free = await measureFree(folders);
    const began = performance.now();
    const used = await measure();
    const restMs = Math.max(intervalMs, share * (performance.now() - began));
    // Before its turn only where so much room went on the whole disk that it might be too much.
    for (let waited = 0; waited < restMs; waited += intervalMs) {
      await sleep(intervalMs, undefined, { signal });
      if (free - (await measureFree(folders)) > maxBytes - used) break;
    }
  }
}

async function measureFree(folders: readonly string[]): Promise<number> {
  const [first = '.'] = folders;
  try {
    const { bavail, bsize } = await statfs(first);
    return bavail * bsize;
  } catch {
    // The folder is gone. Nothing is said then until the next full measurement.
    return Number.NaN;
  }
}

/** Most entries that are counted before others get their turn. */
const stretch = 500;

/**
 * Counts until the limit is passed. Links are not followed, and what vanishes meanwhile takes no room. By promises the
 * same takes ten times as long, most of it on the one thread that all of us share.
 */
async function measureUsed({ folders, maxBytes }: DiskLimit): Promise<number> {
  const waiting = [...folders];
  let used = 0;
  let counted = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const { path, isFolder } of walkEntries(folder)) {
      if (isFolder) waiting.push(path);
      used += measureEntry(path);
      if (used > maxBytes) return used;
      counted += 1;
      if (counted % stretch === 0) await nextTurn();
    }
  }
  return used;
}

function* walkEntries(folder: string) {
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        yield { path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() };
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    // Gone, or not to be entered.
  }
}

function measureEntry(path: string): number {
  try {
    const { size = 0, blocks = 0 } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
    // A file with holes takes its whole size once it is copied.
    return entryBytes + Math.max(size, blocks * 512);
  } catch {
    return 0;
  }
}
