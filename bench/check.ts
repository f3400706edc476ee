import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '#config/env.ts';
import { benchEdits } from './check/edits.ts';
import { benchFix, benchLeaf, benchManyFiles, benchVersion } from './check/parts.ts';
import { benchReal } from './check/real.ts';
import { plantPython, plantTypescript } from './check/repositories.ts';

const project = join(import.meta.dirname, '..');

/** What a check costs, beside what people run instead of it. */
export async function benchCheck(): Promise<void> {
  // Beside the packages, so that their files can be linked.
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/bench-'));
  const path = readEnvironment()['PATH'] ?? '';
  try {
    benchVersion({ folder, path });
    await benchReal();
    await benchEdits('Python', { plant: plantPython, folder, path });
    await benchEdits('TypeScript', { plant: plantTypescript, folder, path });
    await benchLeaf({ folder, path });
    await benchManyFiles({ folder, path });
    await benchFix({ folder, path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
