import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Folders } from '#check/needs/folders.ts';

/** Folders of the disk. */
export const folders: Folders = {
  exists: (path) => existsSync(path),
  isFolder: async (path) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false,
};
