import { touchedPaths } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { inAnyForm, inExactForm, isFolderOf } from '#base/glob.ts';
import type { PathTest } from '#base/glob.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection, RejectionCode } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** Every path that a change touches must be allowed, and neither read-only nor protected. */
export function judgePaths(diff: readonly DiffEntry[], rules: DiffRules): readonly Rejection[] {
  const judges = judgesOf(rules);
  const hides = isFolderOf(rules.limits.protectedPaths);
  return diff.flatMap((entry) => [
    ...touchedPaths(entry).flatMap((path) => judgePath(path, judges)),
    ...judgeHiding(entry, hides),
  ]);
}

interface PathJudge {
  readonly code: RejectionCode;
  readonly refuses: PathTest;
  readonly reason: string;
}

// Git takes no such path, but what a setting leaves out must not open it.
const alwaysProtected = ['**/.git/**'];

function judgesOf({ limits, request }: DiffRules): readonly PathJudge[] {
  const [allowed, asked] = [inExactForm(limits.allowedPaths), inExactForm(request.allowedPaths)];
  return [
    {
      code: 'DISALLOWED_PATH',
      refuses: (path) => !allowed(path) || !asked(path),
      reason: 'is outside the paths that this task may change',
    },
    {
      code: 'PROTECTED_PATH',
      refuses: inAnyForm([...limits.protectedPaths, ...alwaysProtected]),
      reason: 'is, or may pass for, a protected path',
    },
    {
      code: 'READ_ONLY_PATH',
      refuses: inAnyForm([...limits.readOnlyPaths, ...request.readOnlyPaths]),
      reason: 'may be read but not changed',
    },
  ];
}

function judgePath(path: string, judges: readonly PathJudge[]): readonly Rejection[] {
  const found = judges
    .filter(({ refuses }) => refuses(path))
    .map(({ code, reason }) =>
      rejectPath(code, path, (shown) => `${shown} ${reason}; leave it as it is.`),
    );
  return isMalformed(path) ? [malformed(path), ...found] : found;
}

function malformed(path: string): Rejection {
  return rejectPath(
    'MALFORMED_PATH',
    path,
    (shown) => `${shown} is no plain path inside the repository; name the file otherwise.`,
  );
}

function isMalformed(path: string): boolean {
  return (
    /[\p{Cc}\\]|^[/~]|^[A-Za-z]:/u.test(path) ||
    path.split('/').some((part) => part === '' || part === '.' || part === '..')
  );
}

/** A link, or a file, where the folder of a protected path belongs. */
function judgeHiding({ path, newMode }: DiffEntry, hides: PathTest): readonly Rejection[] {
  if (newMode === null || !hides(path)) return [];
  return [
    rejectPath(
      'PROTECTED_PATH',
      path,
      (shown) => `${shown} takes the place of a folder with protected paths; leave it as it is.`,
    ),
  ];
}
