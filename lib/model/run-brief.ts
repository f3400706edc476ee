import * as z from 'zod';
import { runId, sha } from './ids.ts';
import { failedCheck } from './observation.ts';
import { reviewThread } from './review.ts';
import { sessionKind } from './session.ts';
import { pullRequest } from './workspace.ts';

const line = z.int().positive();

/** Lines of a file at which people reverted what a fixup had done. */
const takenBackPlace = z.object({
  commit: sha.describe('The fixup.'),
  path: z.string().min(1).describe('Repository-relative POSIX path.'),
  blob: sha.nullable().describe('Git id of what the fixup had left; null: nothing.'),
  lines: z
    .array(z.tuple([line, line]).readonly())
    .readonly()
    .describe('First and last lines at the head that are as they were before the fixup.'),
  hunks: z
    .array(
      z.object({
        removed: z.array(z.string()).readonly().describe('Lines that the fixup replaced.'),
        added: z.array(z.string()).readonly().describe('What it put there.'),
      }),
    )
    .readonly()
    .describe('What was taken back.'),
});

/** What a worker receives: everything it needs from the forge but the code. */
export const runBrief = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  runId: runId.describe('The run.'),
  work: z
    .enum(['check', ...sessionKind.options])
    .describe('check: engines only; otherwise what is to be fixed.'),
  pullRequest: pullRequest.describe('The pull request.'),
  title: z.string().describe('Its title.'),
  headSha: sha.describe('The head to work on.'),
  headRef: z.string().describe('The branch.'),
  baseSha: sha.describe('The tip of the base branch, which is merged where there is a conflict.'),
  baseRef: z.string().describe('Name of the base branch.'),
  failed: z
    .array(
      z.object({
        check: failedCheck.describe('The check.'),
        log: z.string().optional().describe('The end of its log, where it could be read.'),
      }),
    )
    .describe('Checks that failed.'),
  threads: z.array(reviewThread).describe('What reviewers ask for.'),
  answers: z
    .array(
      z.object({
        question: z.string().describe('What a plan asked.'),
        answer: z.string().describe('What a person said.'),
      }),
    )
    .describe('Answers to earlier questions.'),
  takenBack: z
    .array(takenBackPlace)
    .readonly()
    .optional()
    .describe('Where people took back what a fixup had done; absent: nowhere.'),
  budgetUsd: z.number().nonnegative().describe('What this run may still cost.'),
});
export type RunBrief = z.infer<typeof runBrief>;
export type TakenBackPlace = z.infer<typeof takenBackPlace>;
