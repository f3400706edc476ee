import { ok, type Outcome } from '#base/outcome.ts';
import { beginRun, type ClaimedRun, notBegun, resumeRun } from '#repair/begin-run.ts';
import type { OpenedRepair } from '#repair/open-repair.ts';
import { byHand, findRun } from '../runs/find-run.ts';
import type { FixOptions } from './options.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { errorMessage } from '#base/errors.ts';
import { type ReviewThread, reviewThread } from '#model/review.ts';

export interface RepairCommand {
  readonly paths: readonly string[];
  readonly options: FixOptions;
}

/** Begins the run that a command line asks for, or resumes the one that it names. */
export async function beginOrResume(
  cwd: string,
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

/** The review comments in a file that the command line names. */
function readReview(cwd: string, file: string): Outcome<readonly ReviewThread[]> {
  try {
    const parsed = z
      .array(reviewThread)
      .safeParse(JSON.parse(readFileSync(resolve(cwd, file), 'utf8')));
    if (parsed.success) return ok(parsed.data);
    return notBegun('review-file', `${file}: ${z.prettifyError(parsed.error)}`);
  } catch (error) {
    return notBegun('review-file', `${file}: ${errorMessage(error)}`);
  }
}
