import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import type { Operations } from '#ratchet/needs/operations.ts';
import { createStoredOperations } from '#ratchet/operators/stored-operations.ts';
import { single } from '../check/option-values.ts';
import type { CliContext } from '../context.ts';
import { stateFile } from '#model/own-files.ts';
import { withState } from '../open-state.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { locateState } from '#local/state-folder.ts';
import { isPlaneUp } from '#local/up/hold-plane.ts';

/** Where a control plane is. */
export interface PlaneLocation {
  readonly home?: string | undefined;
  readonly stack?: string | undefined;
}

/** A control plane that is open for requests, wherever it is. */
export interface OpenOperations {
  readonly operations: Operations;
  /** Says when it looks at the pull request next. */
  readonly willLook: (pullRequest: string) => string;
  /** False: it looks at nothing until it is started. */
  readonly isUp: boolean;
}

/** Stored state alone does not show this. */
export const isDown = '`ratchetr up` does not run here.';

/** Every command of a control plane finds it by its folder, or by the name of its stack. */
export function addPlaneOptions(command: Command): Command {
  return command
    .addOption(
      single('--home <folder>', 'the folder in which `ratchetr up` runs (default: this one)'),
    )
    .addOption(stackOption('the stack in your AWS account, instead of a folder').conflicts('home'));
}

/** How a command takes the name of a stack. */
export function stackOption(description: string) {
  return single('--stack <name>', description);
}

/** Opens a control plane while `ask` runs, whether it is up or not; tells the person where there is none. */
export async function withOperations(
  context: CliContext,
  { home = '.', stack }: PlaneLocation,
  ask: (open: OpenOperations) => Promise<void>,
): Promise<void> {
  if (stack === undefined) return withFolderPlane(context, home, ask);
  // Commands on a folder load nothing of AWS.
  const { withStack } = await import('./open-stack.ts');
  const willLook = (pullRequest: string): string =>
    `The stack ${stack} looks at ${pullRequest} within a minute.`;
  await withStack(context, stack, ({ operations }) => ask({ operations, willLook, isUp: true }));
}

/** A control plane sees what a command writes into its state within a second. */
async function withFolderPlane(
  context: CliContext,
  home: string,
  ask: (open: OpenOperations) => Promise<void>,
): Promise<void> {
  const folder = resolve(context.cwd, home);
  const advice = `There is no state file ${stateFile} in ${folder}. Run this in the folder in which \`ratchetr up\` runs, or name that with --home, or a stack with --stack.`;
  const { clock, ids, logTo } = context.system;
  await withState(context, { folder, advice }, async (database) => {
    const operations = createStoredOperations({
      workspaces: createSqliteWorkspaceStore({ database }),
      installations: createSqliteInstallationStore({ database }),
      runs: createSqliteRunStore({ database }),
      artifacts: createFileArtifacts({ root: locateState(folder).artifacts }),
      queue: createSqliteQueue({ database, clock, log: logTo(context.stderr), ids }),
      clock,
      ids,
    });
    const isUp = isPlaneUp(folder);
    const willLook = (place: string): string =>
      isUp
        ? `\`ratchetr up\` looks at ${place} at once.`
        : `${isDown} It looks at ${place} when it starts.`;
    await ask({ operations, willLook, isUp });
  });
}
