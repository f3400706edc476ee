import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder that goes when the test ends. */
export async function tempFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'ratchetr-')));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
