import type { RunId } from '#model/ids.ts';
import { checkReport, type CheckReport } from '#model/check-report.ts';
import type { ArtifactReader } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { RunReport } from '#model/run-report.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import type { OperatorResponse } from '../rules/operators/operator-methods.ts';
import { readStoredText, readStoredValue } from '../read-artifact.ts';
import { loadRunReport, type ReportStores } from './load-run-report.ts';

export interface KeptStores {
  readonly runs: Pick<RunStore, 'listArtifacts'>;
  readonly artifacts: ArtifactReader;
}

/** An answer of a function is limited, and the end of a log is what people look for. */
const longest = 2_000_000;

/** The text that is kept of a run under a name, or the names that there are. */
export async function readKept(
  { runs, artifacts }: KeptStores,
  runId: RunId,
  name: string,
): Promise<OperatorResponse<'artifact'>> {
  const known = await runs.listArtifacts(runId);
  const found = known.find((one) => one.name === name);
  const text = found && (await readStoredText(artifacts, { runId, name: found.name }));
  if (text === undefined) return { kind: 'none', names: known.map((one) => one.name) };
  const left = Math.max(0, text.length - longest);
  const said = left === 0 ? '' : `(without its first ${left} characters)\n`;
  return { kind: 'found', text: `${said}${text.slice(left)}` };
}

/** A run with what its tools wrote. */
export interface ShownEvidence {
  readonly report: RunReport;
  /** Of a check; undefined: it was none, or it did not come to its end. */
  readonly check: CheckReport | undefined;
  /** Names of logs and reports. */
  readonly names: readonly string[];
}

/** All that a page shows of a run; undefined: there is none. */
export async function readEvidence(
  stores: KeptStores &
    ReportStores & {
      readonly runs: Pick<RunStore, 'loadRun'>;
      readonly workspaces: Pick<WorkspaceStore, 'listTransitions' | 'load'>;
    },
  runId: RunId,
  now: number,
): Promise<ShownEvidence | undefined> {
  const run = await stores.runs.loadRun(runId);
  if (run === undefined) return undefined;
  const known = await stores.runs.listArtifacts(runId);
  const stored = known.find(({ name }) => name === 'check-report.json');
  const key = stored && { runId, name: stored.name };
  return {
    report: await loadRunReport(stores, run, now),
    check: key && (await readStoredValue(stores.artifacts, key, checkReport)),
    names: known.map(({ name }) => name).filter((name) => name.startsWith('engines/')),
  };
}
