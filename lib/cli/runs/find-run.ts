import { runId, workspaceId } from '#model/ids.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Run } from '#model/run.ts';
import { nameFirst } from '#base/words.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { thisRepository } from '#local/records.ts';

/** Runs that were started by hand belong to no pull request. */
export const byHand = workspaceId.parse(thisRepository);

const mostSearched = 100_000;
const mostNamed = 5;

/** Finds a run by its id, by a beginning of it that no other has, or the newest as `last`. */
export async function findRun(runs: RunStore, asked: string): Promise<Outcome<Run, 'no-run'>> {
  const exact = await loadRunNamed(runs, asked);
  if (exact !== undefined) return ok(exact);
  const all = await runs.listRuns(byHand, asked === 'last' ? 1 : mostSearched);
  const fitting = all
    .map((one) => one.runId)
    .filter((id) => asked === 'last' || (asked !== '' && id.startsWith(asked)));
  const [first, ...others] = fitting;
  const run =
    first === undefined || others.length > 0 ? undefined : await loadRunNamed(runs, first);
  if (run !== undefined) return ok(run);
  return refuse('no-run', explainNoRun(asked, fitting));
}

async function loadRunNamed(runs: RunStore, text: string): Promise<Run | undefined> {
  const id = runId.safeParse(text).data;
  return id === undefined ? undefined : runs.loadRun(id);
}

function explainNoRun(asked: string, fitting: readonly string[]): string {
  if (asked === 'last') return 'There is no run yet.';
  const shown = JSON.stringify(shortened(oneLine(asked), 80));
  if (fitting.length === 0) {
    return `There is no run ${shown}; \`ratchetr runs\` lists the runs of this folder.`;
  }
  const names = nameFirst(fitting, mostNamed);
  return `${shown} is the beginning of ${fitting.length} runs: ${names}. Write more of it.`;
}
