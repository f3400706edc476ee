import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type {
  Overview,
  ShownPause,
  ShownRun,
  WorkspaceDetail,
} from '#report/workspaces/overview.ts';
import { workspaceRow, type WorkspaceRow } from '#report/workspaces/row.ts';
import { attemptLimitIn, showTransition } from '#report/workspaces/stored-decision.ts';
import { safeLine } from '#report/safe-text.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import { readHeads } from './read-heads.ts';

export interface OverviewDeps {
  readonly workspaces: WorkspaceStore;
  readonly installations: Pick<InstallationStore, 'pauseOf'>;
  readonly runs: Pick<RunStore, 'listRuns' | 'summarizeRun'>;
  readonly clock: TimeSource;
}

/** All that is watched, as operators see it. */
export async function readOverview(deps: OverviewDeps): Promise<Overview> {
  const now = deps.clock.now();
  const rows: WorkspaceRow[] = [];
  for (const head of await readHeads(deps.workspaces))
    rows.push(await readWorkspaceRow(deps, head, now));
  return { now, pauses: await readPauses(deps), rows };
}

// A session logs a few entries without settings after the decision that began it.
const entriesOfSession = 8;

/** One line of the list. */
export async function readWorkspaceRow(
  { workspaces }: OverviewDeps,
  head: WorkspaceHead,
  now: number,
): Promise<WorkspaceRow> {
  const { id, archivedAt } = head.state;
  if (archivedAt !== undefined) return workspaceRow(head, null);
  const newest = await workspaces.listTransitions({ id, now, limit: entriesOfSession });
  return workspaceRow(head, attemptLimitIn(newest));
}

export async function readPauses({
  workspaces,
  installations,
}: Omit<OverviewDeps, 'runs' | 'clock'>): Promise<readonly ShownPause[]> {
  const pauses: ShownPause[] = [];
  for (const installation of await workspaces.listInstallations()) {
    const pause = await installations.pauseOf(installation);
    if (pause !== undefined) pauses.push({ installation, ...pause, by: safeLine(pause.by, 100) });
  }
  return pauses;
}

const mostTransitions = 200;
const mostRuns = 20;

/** One workspace in full; undefined: it is not watched. */
export async function readDetail(
  deps: OverviewDeps,
  id: WorkspaceId,
): Promise<WorkspaceDetail | undefined> {
  const now = deps.clock.now();
  const head = await deps.workspaces.load(id);
  if (head === undefined) return undefined;
  const { state } = head;
  const { lastSession } = state;
  const entries = await deps.workspaces.listTransitions({ id, now, limit: mostTransitions });
  return {
    now,
    row: workspaceRow(head, attemptLimitIn(entries)),
    headSha: state.observation?.headSha ?? null,
    lastSession: lastSession ? { ...lastSession, reason: safeLine(lastSession.reason) } : null,
    transitions: entries.map(showTransition),
    runs: await readRuns(deps, id),
  };
}

/** The runs of one workspace, the newest first. */
export async function readRuns(
  { runs }: Omit<OverviewDeps, 'installations'>,
  id: WorkspaceId,
  most = mostRuns,
): Promise<readonly ShownRun[]> {
  const shown: ShownRun[] = [];
  for (const { runId } of await runs.listRuns(id, most)) {
    const known = await runs.summarizeRun(runId);
    if (known === undefined) continue;
    const { kind, status, headSha, startedAt, finishedAt = null } = known.run;
    shown.push({ id: runId, kind, status, headSha, startedAt, finishedAt, usd: known.usd });
  }
  return shown;
}
