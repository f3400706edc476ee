import { compareText } from '#base/order.ts';
import { judgeCollisions } from './collisions.ts';
import { judgeConfiguration } from './configuration.ts';
import { judgeDeletions } from './deletions.ts';
import type { DiffEntry } from './diff.ts';
import { judgeDisabledChecks } from './disabled-checks.ts';
import { judgeEmptied } from './emptied.ts';
import { judgeExecuting } from './executing-elsewhere.ts';
import { judgeGitlinks } from './gitlinks.ts';
import { judgeHidden } from './hidden-characters.ts';
import { judgeIgnored } from './ignored-files.ts';
import { judgeKinds } from './kinds.ts';
import { judgeLeftovers } from './leftovers.ts';
import { judgeModes } from './modes.ts';
import { judgePaths } from './paths.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeShadowing } from './shadowing.ts';
import { judgeSilenced } from './silenced.ts';
import { judgeSize } from './size.ts';
import { judgeStubs } from './stubs.ts';
import { judgeSymlinks } from './symlinks.ts';
import { judgeAssertions, judgeTests } from './test-files.ts';
import { judgeRunners } from './test-runners.ts';
import { judgeThresholds } from './thresholds.ts';

/** What enforcement says of a change. Warnings are told but do not refuse it. */
type Verdict =
  | { readonly kind: 'accepted'; readonly warnings: readonly Rejection[] }
  | {
      readonly kind: 'rejected';
      readonly reasons: readonly Rejection[];
      readonly warnings: readonly Rejection[];
    };

type Rule = (diff: readonly DiffEntry[], rules: DiffRules) => readonly Rejection[];

const refusing: readonly Rule[] = [
  judgePaths,
  judgeSize,
  judgeDeletions,
  judgeSymlinks,
  judgeGitlinks,
  judgeCollisions,
  judgeModes,
  judgeKinds,
  judgeSecrets,
  judgeHidden,
  judgeTests,
  judgeSilenced,
  judgeThresholds,
  judgeDisabledChecks,
  judgeConfiguration,
  judgeIgnored,
  judgeRunners,
  judgeShadowing,
  judgeStubs,
  judgeEmptied,
  judgeLeftovers,
];

/** Holds a diff against every rule and tells everything that speaks against it, whatever the order of its entries. */
export function judgeDiff(diff: readonly DiffEntry[], rules: DiffRules): Verdict {
  if (diff.length === 0) {
    const sentence = 'Nothing changed; change what the task asks for, or say that it is blocked.';
    return { kind: 'rejected', reasons: [{ code: 'NOTHING_CHANGED', sentence }], warnings: [] };
  }
  const reasons = sortRejections(refusing.flatMap((rule) => rule(diff, rules)));
  const warnings = sortRejections([
    ...judgeAssertions(diff),
    ...judgeExecuting(diff, rules.limits),
  ]);
  if (reasons.length === 0) return { kind: 'accepted', warnings };
  return { kind: 'rejected', reasons, warnings };
}

function sortRejections(rejections: readonly Rejection[]): readonly Rejection[] {
  const once = new Map(rejections.map((one) => [rejectionKey(one), one]));
  return [...once]
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([, rejection]) => rejection);
}

function rejectionKey({ code, path = '', sentence }: Rejection): string {
  return [code, path, sentence].join('\0');
}
