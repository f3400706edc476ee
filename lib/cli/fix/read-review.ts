import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { ok, type Outcome } from '#base/outcome.ts';
import { type ReviewThread, reviewThread } from '#model/review.ts';
import { notBegun } from '#repair/begin-run.ts';

/** The review comments in a file that the command line names. */
export function readReview(cwd: string, file: string): Outcome<readonly ReviewThread[]> {
  try {
    const parsed = z
      .array(reviewThread)
      .safeParse(JSON.parse(readFileSync(resolve(cwd, file), 'utf8')));
    if (parsed.success) return ok(parsed.data);
    return notBegun('review-file', `${file}: ${z.prettifyError(parsed.error)}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notBegun('review-file', `${file}: ${why}`);
  }
}
