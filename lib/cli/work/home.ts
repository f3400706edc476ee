import { join } from 'node:path';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Queue } from '#ratchet/needs/queue.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Screen } from '../context.ts';
import { workFolderOf } from '../fix/room.ts';
import { createStores, openStateFile, type Stores } from '../fix/stores.ts';

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
export async function openHome(folder: string, output: Screen): Promise<Home> {
  const database = openStateFile(folder);
  const workspaces = createSqliteWorkspaceStore({ database });
  await workspaces.init();
  const log = createTextLog({ clock: systemClock, output }, { level: 'warn' });
  const ids = createIds({ clock: systemClock });
  const work = workFolderOf(folder);
  return {
    stores: createStores(database, folder),
    workspaces,
    queue: createSqliteQueue({ database, clock: systemClock, ids, log }),
    work,
    fetched: join(work, 'fetched'),
  };
}
