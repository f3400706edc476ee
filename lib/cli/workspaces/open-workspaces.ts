import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createSqliteInstallationStore } from '#adapters/sqlite/installations.ts';
import { createSqliteQueue } from '#adapters/sqlite/queue.ts';
import { createSqliteRunStore } from '#adapters/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#adapters/sqlite/workspace-store.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { createIds } from '#adapters/system/ids.ts';
import { createTextLog } from '#adapters/system/text-log.ts';
import type { Clock } from '#ports/clock.ts';
import type { Ids } from '#ports/ids.ts';
import type { InstallationStore } from '#ports/installation-store.ts';
import type { Queue } from '#ports/queue.ts';
import type { RunStore } from '#ports/run-store.ts';
import type { WorkspaceStore } from '#ports/workspace-store.ts';
import { single } from '../check/option-values.ts';
import type { CliContext } from '../context.ts';
import { stateFile, withState } from '../open-state.ts';

/** What a control plane knows, open beside it: what is written here is seen by it within a second. */
export interface OpenWorkspaces {
  readonly workspaces: WorkspaceStore;
  readonly installations: InstallationStore;
  readonly runs: RunStore;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface HomeOption {
  readonly home?: string | undefined;
}

/** Every command that asks or tells a control plane finds it by its folder. */
export function addHome(command: Command): Command {
  return command.addOption(
    single('--home <folder>', 'the folder in which `ratchetr up` runs (default: this one)'),
  );
}

/** Opens what a control plane keeps in its folder, whether it runs or not; says so where there is nothing. */
export async function withWorkspaces(
  context: CliContext,
  { home = '.' }: HomeOption,
  ask: (open: OpenWorkspaces) => Promise<void>,
): Promise<void> {
  const folder = resolve(context.cwd, home);
  const advice = `There is no state file ${stateFile} in ${folder}. Run this in the folder in which \`ratchetr up\` runs, or name that with --home.`;
  const clock = systemClock;
  await withState(context, { folder, advice }, async (database) => {
    const ids = createIds({ clock });
    const log = createTextLog({ clock, output: context.stderr }, { level: 'warn' });
    await ask({
      workspaces: createSqliteWorkspaceStore({ database }),
      installations: createSqliteInstallationStore({ database }),
      runs: createSqliteRunStore({ database }),
      queue: createSqliteQueue({ database, clock, log, ids }),
      clock,
      ids,
    });
  });
}
