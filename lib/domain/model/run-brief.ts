import * as z from 'zod';
import { runId, sha } from './ids.ts';
import { failedCheck } from './observation.ts';
import { reviewThread } from './review.ts';
import { sessionKind } from './session.ts';
import { takenBackPlace } from './taken-back.ts';
import { pullRequest } from './workspace.ts';

/** What a worker is told: everything it needs from the forge but the code. */
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
