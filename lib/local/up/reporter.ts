import type { WorkspaceId } from '#model/ids.ts';
import type { ToReport } from '#ratchet/report.ts';

export type Reporter = (wanted: ToReport) => Promise<void>;

interface ReportLine {
  waiting: number;
  readonly last: Promise<void>;
}

/**
 * Reports on each pull request one after the other, so that no report overwrites a newer one. A report that would only bring
 * it up to date is dropped while another one waits: the forge takes few edits in a minute.
 */
export function createReporter(report: Reporter): Reporter {
  const lines = new Map<WorkspaceId, ReportLine>();
  return async (wanted) => {
    const { workspaceId, runId } = wanted;
    const before = lines.get(workspaceId);
    if (runId === undefined && before !== undefined && before.waiting > 0) return;
    await inLine(lines, wanted, report);
  };
}

function inLine(
  lines: Map<WorkspaceId, ReportLine>,
  wanted: ToReport,
  report: Reporter,
): Promise<void> {
  const { workspaceId } = wanted;
  const { waiting, last } = lines.get(workspaceId) ?? { waiting: 0, last: Promise.resolve() };
  const turn = last.then(() => {
    const line = lines.get(workspaceId);
    if (line !== undefined) line.waiting -= 1;
    return report(wanted);
  });
  const settled = turn.catch(() => undefined);
  lines.set(workspaceId, { waiting: waiting + 1, last: settled });
  void settled.finally(() => {
    if (lines.get(workspaceId)?.last === settled) lines.delete(workspaceId);
  });
  return turn;
}
