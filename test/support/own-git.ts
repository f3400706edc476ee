import { join } from 'node:path';
import { createScratch } from '#platform/files/scratch.ts';
import { openTrees } from '#platform/git/trees.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { tempFolder } from './temp-folder.ts';

const usualPath = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Our own git folder, opened for a repository or for none. */
export async function openedGit(
  repository?: string,
  parentEnv: Readonly<Record<string, string>> = usualPath,
) {
  const own = {
    processes: createProcesses({ clock: systemClock, parentEnv }),
    scratch: createScratch(),
    gitDir: join(await tempFolder(), 'own.git'),
  };
  const trees = await openTrees({ ...own, ...(repository !== undefined && { repository }) });
  return { own, trees };
}
