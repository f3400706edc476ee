import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { CliContext } from '../context.ts';
import { stateFile } from '#model/own-files.ts';
import { locateState } from '#local/state-folder.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { locateRepository } from '../locate-repository.ts';
import { withState } from '../open-state.ts';

export interface OpenRuns {
  readonly runs: RunStore;
  readonly workspaces: WorkspaceStore;
  readonly artifacts: Artifacts;
}

const advice = `There is no state file ${stateFile} here. Run this in the folder of a repository in which \`ratchetr fix\` has run.`;

/** Opens the runs of this folder while `ask` runs; tells the person where there are none. */
export async function withRuns(
  context: CliContext,
  ask: (open: OpenRuns) => Promise<void>,
): Promise<void> {
  const folder = await findStateFolder(context);
  if (folder === undefined) return;
  await withState(context, { folder, advice }, async (database) => {
    const { artifacts: root } = locateState(folder);
    const artifacts = createFileArtifacts({ root });
    const workspaces = createSqliteWorkspaceStore({ database });
    await ask({ runs: createSqliteRunStore({ database }), workspaces, artifacts });
  });
}

/** A control plane keeps its state in any folder; a session at the top of its repository. */
async function findStateFolder(context: CliContext): Promise<string | undefined> {
  const { cwd, stderr } = context;
  if (existsSync(join(cwd, stateFile))) return cwd;
  const { history } = openEngineHost({ ...context, output: stderr });
  return (await locateRepository(context, history))?.repository;
}
