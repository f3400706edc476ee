import type { RunId } from '#model/ids.ts';
import type { Finding } from '#model/finding.ts';
import type { Run } from '#model/run.ts';
import type { RunReport, Publication } from '#model/run-report.ts';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { findPublication } from '#report/run/publication.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';

type Records = Pick<
  RunStore,
  'countFindings' | 'listAccepted' | 'listArtifacts' | 'listAttempts' | 'listFindings' | 'listTasks'
>;

export interface ReportStores {
  readonly runs: Records;
  /** Absent: no run here is that of a pull request. */
  readonly workspaces?: Pick<WorkspaceStore, 'listTransitions' | 'load'>;
}

/** Reads all that is stored of a run and puts it together. */
export async function loadRunReport(
  { runs, workspaces }: ReportStores,
  run: Run,
  now: number,
): Promise<RunReport> {
  const { id } = run;
  const publication = workspaces && (await readPublication(workspaces, run, now));
  const [tasks, attempts, findingsStart, findingsFinal, accepted, artifacts] = await Promise.all([
    runs.listTasks(id),
    runs.listAttempts(id),
    runs.listFindings(id, 'start'),
    runs.listFindings(id, 'final'),
    runs.listAccepted(id),
    runs.listArtifacts(id),
  ]);
  const findingsBetween = await listFindingsBetween(runs, id);
  const findings = {
    findingsStart: findingsStart.filter(isNotTolerated),
    findingsBetween: findingsBetween.filter(isNotTolerated),
    findingsFinal: findingsFinal.filter(isNotTolerated),
  };
  const records = { run, tasks, attempts, ...findings, accepted, artifacts, now };
  return assembleRunReport({ ...records, ...(publication && { publication }) });
}

async function listFindingsBetween(runs: Records, id: RunId): Promise<readonly Finding[]> {
  const counts = await runs.countFindings(id);
  const stages = new Set(counts.map(({ stage }) => stage));
  const between = [...stages].filter((stage) => stage !== 'start' && stage !== 'final');
  const all = await Promise.all(between.map((stage) => runs.listFindings(id, stage)));
  return all.flat();
}

/** No task repairs a finding that the baseline tolerates. */
function isNotTolerated({ meta }: Finding): boolean {
  return meta?.['tolerated'] !== true;
}

// The log of a workspace goes back seven days, and most of them have fewer entries.
const mostEntries = 500;

/** What became of what a run wants on a branch; null: it is the run of no pull request under watch. */
async function readPublication(
  workspaces: Pick<WorkspaceStore, 'listTransitions' | 'load'>,
  { id, kind, workspaceId }: Run,
  now: number,
): Promise<Publication | null> {
  if (kind !== 'fixup' || workspaceId === undefined) return null;
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return null;
  const log = await workspaces.listTransitions({ id: workspaceId, now, limit: mostEntries });
  return findPublication(head.state, log, id);
}
