import { chmod, lchown, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorOf } from './folder.ts';

/** Removes a folder with all that is in it, also where somebody took away the right to change it. */
export async function removeLocked(path: string): Promise<void> {
  const failed = await remove(path).catch(errorOf);
  if (!(failed instanceof Error)) return;
  // Where it was made by another user, the system has another word for the same.
  if (failed.code !== 'EACCES' && failed.code !== 'EPERM') throw failed;
  await unlock(path);
  await remove(path);
}

/** Retries, for something may still appear in it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Links are no folders here, so nothing outside is touched. */
async function unlock(folder: string): Promise<void> {
  const { uid, gid } = await lstat(folder);
  const us = process.geteuid?.() ?? uid;
  if (uid !== us) await lchown(folder, us, gid);
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}
