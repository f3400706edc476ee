import { painter } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import { moment } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import type { ShownRun } from '#report/workspaces/overview.ts';
import { detectLook } from '../check/write-report.ts';
import type { CliContext } from '../context.ts';
import { type AskedWorkspace, withWorkspace } from '../workspaces/with-workspace.ts';

// What one answer of a control plane holds.
const most = 200;

/** Prints the runs of one pull request, the newest first. */
export async function listWorkspaceRuns(
  context: CliContext,
  asked: AskedWorkspace,
  { limit, json }: { readonly limit: number; readonly json?: true },
): Promise<void> {
  await withWorkspace(context, asked, async ({ operations }, { id }) => {
    const runs = await operations.runs(id, Math.min(limit, most));
    context.stdout.write(
      json ? `${JSON.stringify(runs, null, 2)}\n` : describeWorkspaceRuns(context, runs),
    );
  });
}

function describeWorkspaceRuns(context: CliContext, runs: readonly ShownRun[]): string {
  if (runs.length === 0) return 'There is no run of this pull request yet.\n';
  const heads = ['Run', 'Kind', 'Head', 'Started (UTC)', 'Status', 'Cost'];
  const rows = runs.map(({ id, kind, headSha, startedAt, status, usd }) =>
    [id, kind, headSha.slice(0, 12), moment(startedAt), status, dollars(usd)].map((text) => ({
      text,
    })),
  );
  const paint = painter(detectLook(context, undefined));
  return `${tableLines({ heads, numbers: new Set([5]), rows }, paint).join('\n')}\n`;
}
