import { join } from 'node:path';
import { createBrowser } from '#platform/browser/browser.ts';
import { fileActions } from '#platform/files/file-actions.ts';
import { findProgram } from '#platform/files/find-program.ts';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { createBranches } from '#platform/git/branches.ts';
import { createCopies } from '#platform/git/copies.ts';
import { createMerges } from '#platform/git/merges.ts';
import { openTrees } from '#platform/git/trees.ts';
import type { PlanHost, RepairHost } from '#repair/needs/repair-host.ts';
import { type EngineHostOptions, openEngineHost } from './engine-host.ts';

/** The machine that this process runs on, for those who repair: they ask git so often that it is asked apart. */
export function openRepairHost(options: Omit<EngineHostOptions, 'asksApart'>): RepairHost {
  const { env } = options;
  const host = openEngineHost({ ...options, asksApart: true });
  const { processes, scratch } = host;
  return {
    ...host,
    openGit: async (repository, gitDir) => {
      const own = { processes, scratch, gitDir, repository };
      return {
        trees: await openTrees(own),
        branches: createBranches(own),
        merges: createMerges(own),
        copiesIn: (folder) => createCopies({ ...own, room: folder }),
      };
    },
    agentPrograms: {
      find: (names) => findProgram(names, env['PATH'] ?? ''),
      hasVariable: (name) => env[name] !== undefined,
    },
    plans: openPlanHost(options),
  };
}

function openPlanHost({
  env,
  system: { clock },
}: Pick<EngineHostOptions, 'env' | 'system'>): PlanHost {
  return {
    files: fileActions,
    browser: createBrowser({ env, findProgram }),
    openRecord: async (folder) => {
      const journal = await openPlanJournal(journalIn(folder));
      const snapshots = createSnapshots({ clock, room: join(folder, snapshotsName) });
      return { journal, snapshots, close: () => journal.close() };
    },
  };
}

/** Where the folder of an execution keeps what can be gone back to. */
export const snapshotsName = 'snapshots';

export function journalIn(folder: string): string {
  return join(folder, 'journal.jsonl');
}
