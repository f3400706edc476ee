import { ok, type Outcome } from '#base/outcome.ts';
import { beginRun, type ClaimedRun, notBegun, resumeRun } from '#repair/begin-run.ts';
import type { OpenedRepair } from '#repair/open-repair.ts';
import type { CliContext } from '../context.ts';
import { byHand, findRun } from '../runs/find-run.ts';
import type { FixOptions } from './options.ts';
import { readReview } from './read-review.ts';

export interface RepairCommand {
  readonly paths: readonly string[];
  readonly options: FixOptions;
}

/** Begins the run that a command line asks for, or takes up the one that it names. */
export async function beginOrResume(
  { cwd }: Pick<CliContext, 'cwd'>,
  opened: OpenedRepair,
  { paths, options }: RepairCommand,
): Promise<Outcome<ClaimedRun>> {
  const { resume, review, merge, branch, apply = false } = options;
  if (resume !== undefined) {
    const found = await findRun(opened.state.stores.runs, resume);
    if (found.kind === 'refused') return notBegun(found.code, found.sentence);
    return resumeRun(opened, found.value, { paths, apply });
  }
  const threads = review === undefined ? ok([]) : readReview(cwd, review);
  if (threads.kind === 'refused') return threads;
  const handOver =
    branch === undefined
      ? ({ kind: apply ? 'apply' : 'patch' } as const)
      : ({ kind: 'branch', name: branch } as const);
  return beginRun(opened, byHand, { paths, review: threads.value, merge, handOver });
}
