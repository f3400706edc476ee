import { chown, mkdir, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '#ports/scratch.ts';
import { errorOf } from './folder.ts';
import { removeLocked } from './remove-locked.ts';

export interface ScratchOptions {
  /** Whom programs run as that are not ours; absent: us. */
  readonly asUser?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Folders below the system's temporary folder. */
export function createScratch({ asUser }: ScratchOptions = {}): Scratch {
  return {
    create: async ({ shared } = { shared: false }) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'ratchetr-run-')));
      if (shared && asUser !== undefined) await chown(folder, asUser.uid, asUser.gid);
      return folder;
    },
    makeFolder: async (path) => {
      await mkdir(path, { recursive: true });
    },
    write: (path, text) => writeFile(path, text, { flag: 'wx', mode: 0o600 }),
    read: async (path, maxBytes) => {
      const found = await stat(path).catch(errorOf);
      if (found instanceof Error) {
        if (found.code === 'ENOENT') return undefined;
        throw found;
      }
      return found.isFile() && found.size <= maxBytes ? readFile(path, 'utf8') : undefined;
    },
    remove: removeLocked,
  };
}
