import { join } from 'node:path';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import type { Queue } from '#ratchet/needs/queue.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { CliContext } from '../context.ts';
import { workFolderOf } from '#local/run-folders.ts';
import { createStores, openStateFile, type Stores } from '#local/stores.ts';

/** The state of a control plane on this machine, as a worker sees it. */
export interface Home {
  readonly stores: Stores;
  readonly workspaces: WorkspaceStore;
  readonly queue: Queue;
  /** Folder of what must survive a worker. */
  readonly work: string;
  /** Folder of objects that were fetched before. */
  readonly fetched: string;
}

/** Opens the folder in which a control plane keeps its state. */
export async function openHome(
  { system: { clock, ids, logTo }, stderr }: Pick<CliContext, 'stderr' | 'system'>,
  folder: string,
): Promise<Home> {
  const database = openStateFile(folder);
  const workspaces = createSqliteWorkspaceStore({ database });
  await workspaces.init();
  const work = workFolderOf(folder);
  return {
    stores: createStores(database, folder),
    workspaces,
    queue: createSqliteQueue({ database, clock, ids, log: logTo(stderr) }),
    work,
    fetched: join(work, 'fetched'),
  };
}
