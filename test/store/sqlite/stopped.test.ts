import type { Process } from '../../contracts/crash/harness.ts';
import { runStoreCrashContract } from '../../contracts/crash/run-store.ts';
import { workspaceCrashContract } from '../../contracts/crash/workspace-store.ts';
import type { StopPoint } from '../../support/stop-point.ts';
import { freshPath, isWrite, openStores } from './stores.ts';

const harness = {
  name: 'SQLite',
  open: async () => {
    const path = await freshPath();
    await openStores(path);
    return {
      start: (point?: StopPoint) => start(path, point),
      close: async () => undefined,
    };
  },
};

runStoreCrashContract(harness);
workspaceCrashContract(harness);

/** The statement at which the process dies is not executed, and its connection is gone. */
async function start(path: string, point: StopPoint | undefined): Promise<Process> {
  let armed = false;
  const stores = await openStores(path, (sql) => {
    if (!armed || point === undefined) return;
    try {
      if (isWrite(sql)) point.enter();
      else point.look();
    } catch (error) {
      stores.database.close();
      throw error;
    }
  });
  armed = true;
  return stores;
}
