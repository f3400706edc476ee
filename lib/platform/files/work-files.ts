import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import type { WorkFiles } from '#check/needs/work-files.ts';
import { entryPath, withOpenFolder } from './folder.ts';

/** Writes beside the file and renames, so that no reader ever sees half of it; follows no link on the way. */
export const workFiles: WorkFiles = {
  replace: async (repository, path, text) => {
    const segments = path.split('/');
    const name = segments.pop() ?? path;
    await withOpenFolder({ root: repository, segments, make: true }, async (folder) => {
      const beside = entryPath(folder, `.${name}.${randomUUID()}`);
      try {
        await writeNew(beside, text);
        await rename(beside, entryPath(folder, name));
      } catch (error) {
        await unlink(beside).catch(() => undefined);
        throw error;
      }
    });
  },
};

async function writeNew(path: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(path, flags, 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
