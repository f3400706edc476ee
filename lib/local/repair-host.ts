import { createBrowser } from '#platform/browser/browser.ts';
import { fileActions } from '#platform/files/file-actions.ts';
import { findOnPath } from '#platform/files/find-program.ts';
import { noteFolders } from '#platform/files/noted-folders.ts';
import { createOpenRecord } from '#platform/files/plan-record.ts';
import { createBranches } from '#platform/git/branches.ts';
import { createCopies } from '#platform/git/copies.ts';
import { createMerges } from '#platform/git/merges.ts';
import { openTrees } from '#platform/git/trees.ts';
import type { RepairHost } from '#repair/needs/repair-host.ts';
import { type EngineHostOptions, openEngineHost } from './engine-host.ts';

/** The machine that this process runs on, for repairs: they call git so often that it runs in a process of its own. */
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
        copiesIn: (folder, sealed) => createCopies({ ...own, sealed, parent: folder }),
      };
    },
    noteFolders,
    agentPrograms: {
      find: (names) => findOnPath(names, env['PATH'] ?? ''),
      hasVariable: (name) => env[name] !== undefined,
    },
    plans: {
      files: fileActions,
      browser: createBrowser({ env, findOnPath }),
      openRecord: createOpenRecord(options.system),
    },
  };
}
