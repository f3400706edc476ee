import * as z from 'zod';
import { isTestSide } from './test-side.ts';
import type { DiffEntry } from '../verdict/diff.ts';
import { lineChanges } from '../verdict/line-changes.ts';
import { type Rejection, rejectPath, shownText } from '../verdict/rejection.ts';

const outsideEnd = z.enum(['held', 'not_tried', 'only_there']);

/** What became of tests that were called without their runner. */
export const outsideAnswer = z.object({
  nonce: z.string(),
  ends: z.record(z.string(), outsideEnd),
});
export type OutsideEnds = Readonly<Record<string, z.infer<typeof outsideEnd>>>;

/** What holds in the runner alone is no repair. */
export function judgeOutside(ends: OutsideEnds): readonly Rejection[] {
  return Object.entries(ends)
    .filter(([, end]) => end === 'only_there')
    .map(([id]) => {
      const sentence = `The test ${shownText(id)} passes only where its runner runs it: called as any program would, it fails; let the code do the same everywhere.`;
      return { code: 'ONLY_UNDER_TEST', sentence } as const;
    });
}

const readsRunner =
  /\bPYTEST_\w+|\bsys\.modules\b|\b_pytest\b|\bVITEST\w*\b|\bJEST_\w+|\bimport\.meta\.vitest\b|\bNODE_ENV\b|(?:environ|getenv|env)\b.{0,20}\bCI\b/;

/** Warnings: code that asks who runs it, where it did not. */
export function judgeRunnerReads(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter((entry) => !isTestSide(entry.path))
    .flatMap((entry) => {
      const line = lineChanges(entry).added.find((text) => readsRunner.test(text));
      if (line === undefined) return [];
      return [
        rejectPath(
          'RUNNER_READ',
          entry.path,
          (shown) => `${shown} now asks whether tests run it: ${shownText(line.trim())}`,
        ),
      ];
    });
}
