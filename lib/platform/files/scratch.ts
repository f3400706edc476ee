import { constants } from 'node:fs';
import { chown, mkdir, mkdtemp, open, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scratch } from '#check/needs/scratch.ts';
import { errorOf } from './folder.ts';
import { mirrorFolder } from './mirror.ts';
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
    mirror: mirrorFolder,
    write: (path, text) => writeFile(path, text, { flag: 'wx', mode: 0o600 }),
    read,
    remove: removeLocked,
  };
}

/** What tools write there may be a link to a file that they could not read themselves, so none is followed. */
async function read(path: string, maxBytes: number): Promise<string | undefined> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(errorOf);
  if (file instanceof Error) {
    if (file.code !== undefined && noFile.has(file.code)) return undefined;
    throw file;
  }
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}

/** There is nothing, a link, or a socket. */
const noFile: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENXIO']);
