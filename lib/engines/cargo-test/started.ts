import { baseName } from '#check/rules/outcome/cargo-messages.ts';
import type { TestGroup } from './groups.ts';

/** A program of tests that cargo started, as its standard error tells. */
export interface StartedTarget {
  /** Name of the file, which nothing else has. */
  readonly executable: string;
  readonly failed: boolean;
  /** Why it ended otherwise than a program of tests does. */
  readonly ended: string | null;
}

/** The programs of tests in the order in which they ran; those of documentation are not among them. */
export function readStartedTargets(stderr: string): readonly StartedTarget[] {
  const parts = stderr.split(/^ +(?=(?:Running|Doc-tests) )/m).slice(1);
  return parts.flatMap((part) => {
    const [, path] =
      /^Running .{1,4000} \((.{1,4000})\)$/m.exec(part.split('\n', 1)[0] ?? '') ?? [];
    if (path === undefined) return [];
    const failed = /^error: (?:test failed|\d+ targets? failed)/m.test(part);
    const [, ended = null] =
      /process didn't exit successfully: `.{0,4000}` \(([^)]+)\)/.exec(part) ?? [];
    return [{ executable: baseName(path), failed, ended }];
  });
}

export interface TestedTarget {
  readonly target: StartedTarget | undefined;
  readonly group: TestGroup | undefined;
}

/**
 * Which program printed what: both are told in the same order, but one with a harness of its own may print anything. So
 * of two that could be meant, the first is it that ended as the text did.
 */
export function joinTargets(
  targets: readonly StartedTarget[],
  groups: readonly TestGroup[],
): readonly TestedTarget[] {
  const joined: TestedTarget[] = [];
  let next = 0;
  for (const group of groups) {
    const rest = targets.slice(next);
    const inOrder = groups.length >= targets.length;
    const ahead = inOrder ? 0 : rest.findIndex(({ failed }) => failed === (group.end !== 'ok'));
    const passed = ahead > 0 ? rest.slice(0, ahead) : [];
    joined.push(...passed.map((target) => ({ target, group: undefined })));
    joined.push({ target: ahead < 0 ? undefined : rest[ahead], group });
    next += Math.max(0, ahead) + 1;
  }
  return [...joined, ...targets.slice(next).map((target) => ({ target, group: undefined }))];
}
