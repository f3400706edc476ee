import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessLauncher } from '#platform/process/launcher.ts';
import { openClaims } from '#platform/process/launcher/worker-files.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { type RunId, runId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Pull } from '../support/github/model.ts';

/** One line of the log of a pull request. */
export interface Move {
  readonly rev: number;
  /** The decided action; for what becomes of a run, its kind. */
  readonly what: string;
  readonly reason: string;
  /** What was repaired, where it was pushed just now. */
  readonly repairs: readonly Repair[];
}

interface Repair {
  readonly agent: string;
  readonly title: string;
}

/** What the control plane keeps of one pull request, read from its state file while it runs. */
export interface KeptState {
  /** undefined: it has not heard of it yet. */
  load(): Promise<WorkspaceState | undefined>;
  /** Oldest first. */
  movesAfter(rev: number): Promise<readonly Move[]>;
  /** Ends workers that are still at work: they outlive their control plane. */
  endWorkers(): Promise<void>;
  close(): void;
}

const most = 200;

/** Opens the state of a control plane that is up. */
export function openState(
  home: string,
  { githubUrl, pull }: { readonly githubUrl: string; readonly pull: Pull },
): KeptState {
  const folder = join(home, '.ratchetr');
  const database = openDatabase({ path: join(folder, 'state.db') });
  const workspaces = createSqliteWorkspaceStore({ database });
  const runs = createSqliteRunStore({ database });
  const id = workspaceIdOf((text) => systemHash.hex(text), {
    host: new URL(githubUrl).host,
    repositoryId: String(pull.repository.id),
    number: pull.number,
  });
  return {
    load: async () => (await workspaces.load(id))?.state,
    movesAfter: async (rev) => {
      const newest = await workspaces.listTransitions({ id, now: Date.now(), limit: most });
      const later = newest.toReversed().filter((transition) => transition.rev > rev);
      return Promise.all(later.map((transition) => moveOf(runs, transition)));
    },
    endWorkers: () => endWorkers(join(folder, 'workers')),
    close: () => database.close(),
  };
}

async function moveOf(runs: RunStore, transition: Transition): Promise<Move> {
  const { rev, action, reason, snapshot } = transition;
  const id = runId.safeParse(snapshot['runId'] ?? snapshot['sessionId']).data;
  const run = id && (await runs.loadRun(id));
  const isPushed = id !== undefined && snapshot['outcome'] === 'pushed';
  return {
    rev,
    what: action === 'SESSION' && run !== undefined ? run.kind : action,
    reason,
    repairs: isPushed ? await repairsOf(runs, id) : [],
  };
}

async function repairsOf(runs: RunStore, id: RunId): Promise<readonly Repair[]> {
  const titles = new Map((await runs.listTasks(id)).map((task) => [task.id, task.title]));
  const attempts = await runs.listAttempts(id);
  return attempts
    .filter(({ verdict }) => verdict?.kind === 'accepted')
    .map(({ agentName, taskId }) => ({ agent: agentName, title: titles.get(taskId) ?? taskId }));
}

async function endWorkers(folder: string): Promise<void> {
  // It is made for the first worker.
  if (!existsSync(folder)) return;
  const output = { write: () => undefined };
  const log = createTextLog({ clock: systemClock, output }, { level: 'error' });
  const launcher = createProcessLauncher(
    { clock: systemClock, log, parentEnv: {} },
    { folder, cwd: folder, most: 1, command: () => [process.execPath], graceMs: 3_000 },
  );
  for (const taskRef of openClaims(folder)) await launcher.stop(taskRef, 'The demo is over.');
}
