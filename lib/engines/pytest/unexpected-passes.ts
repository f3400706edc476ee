import { withoutEscapes } from '#base/excerpt.ts';

/**
 * Tells of a test by its node id whether it passed though it is expected to fail. The report has no word for that; the
 * summary at the end of the output names such tests.
 */
export function unexpectedPasses(stdout: string): (nodeId: string) => boolean {
  const named = new Set(
    summaryLines(withoutEscapes(stdout)).flatMap((line) => {
      const rest = /^XPASS (.+)$/.exec(line)?.[1]?.trimEnd();
      return rest === undefined ? [] : possibleNames(rest);
    }),
  );
  return (nodeId) => named.has(nodeId);
}

/** A test may print what looks like it. */
function summaryLines(stdout: string): readonly string[] {
  const lines = stdout.split(/\r?\n/);
  const start = lines.findLastIndex((line) => /^=+ short test summary info =+$/.test(line));
  return start === -1 ? [] : lines.slice(start + 1);
}

/** The reason follows after a dash, but a name may have dashes too: whatever may be the name. */
function possibleNames(rest: string): readonly string[] {
  const parts = rest.split(' - ');
  return parts.map((_, index) => parts.slice(0, index + 1).join(' - '));
}
