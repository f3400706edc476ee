import { mapLines } from '#check/rules/findings/line-map.ts';
import { shownText } from '../verdict/rejection.ts';
import type { Rejection } from '../verdict/rejection.ts';
import type { TwoProbes } from './compare-probes.ts';
import type { ProbeAnswer, WatchedTest } from './probe-answer.ts';

/** Lines of tests that were executed and still stand must still be executed. */
export function judgeLines(
  probes: TwoProbes,
): readonly { readonly test: string; readonly rejection: Rejection }[] {
  const { old, now, renames, oldLines: olds, newLines: nows } = probes;
  if (old === undefined) return [];
  const map = mapLines({ olds, nows, renames });
  const executed = executedLines(now);
  return old.watched.flatMap((test) => {
    const lost = ownLines(test).flatMap(({ path, line }) => {
      const fate = map.ofOld(path, line);
      if (fate?.kind !== 'same' || executed.has(lineName(fate.as))) return [];
      return [fate.as];
    });
    const [first] = lost;
    if (first === undefined) return [];
    const text = nows.get(first.path)?.[first.line - 1]?.trim() ?? '';
    const sentence = `Line ${first.line} of ${shownText(first.path)} (${shownText(text)}) is not executed any more, which the test ${shownText(test.id)} executed before; let it run to its end.`;
    return [{ test: test.id, rejection: { code: 'TEST_EMPTIED', sentence } as const }];
  });
}

/** Lines of the tests themselves. */
export function countExecuted({ watched }: ProbeAnswer): number {
  return new Set(watched.flatMap(ownLines).map(lineName)).size;
}

interface FileLine {
  readonly path: string;
  readonly line: number;
}

function executedLines({ watched }: ProbeAnswer): ReadonlySet<string> {
  const all = watched.flatMap(({ lines }) =>
    Object.entries(lines).flatMap(([path, numbers]) =>
      numbers.map((line) => lineName({ path, line })),
    ),
  );
  return new Set(all);
}

function lineName({ path, line }: FileLine): string {
  return `${path}:${line}`;
}

/** Those of the test itself: around it, helpers may well do less. */
function ownLines({ file, first, last, lines }: WatchedTest): readonly FileLine[] {
  if (file === null || first === null || last === null) return [];
  return (lines[file] ?? [])
    .filter((line) => line >= first && line <= last)
    .map((line) => ({ path: file, line }));
}
