import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLineOrigins } from '#check/rules/findings/line-origins.ts';
import { matchFindings } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import { hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

/** A function with lines of its own and with some that all functions have. */
interface Block {
  readonly id: number;
  readonly lines: readonly string[];
}

const isFirst = (id: number): boolean => id < 1_000 && id % 100 === 0;

const blockOf = (id: number): Block => ({
  id,
  lines: [
    `def function_${id}(values):`,
    `    first_${id} = bad(values)`,
    '    try:',
    `        second_${id} = call_${id}(first_${id})`,
    '    except:  # bad',
    '        pass',
    // The first of each file stays, and is so long that nobody could say that others stay instead.
    ...Array.from({ length: isFirst(id) ? 30 : 0 }, (_, line) => `    step_${id}_${line}(values)`),
    `    return second_${id}  # bad ${'x'.repeat(id % 7)}`,
  ],
});
const badLines = 3;

const filesOf = 3;
const perFile = 4;

/** Files of functions, between which one stays for good: what was written in the place of another may be an edit of it. */
const start: readonly (readonly Block[])[] = Array.from({ length: filesOf }, (_, file) =>
  Array.from({ length: perFile }, (__, index) => blockOf(file * 100 + index)),
);

type Step =
  | {
      readonly kind: 'move' | 'copy';
      readonly from: number;
      readonly which: number;
      readonly to: number;
    }
  | { readonly kind: 'delete'; readonly from: number; readonly which: number }
  | { readonly kind: 'write'; readonly to: number };

const place = fc.nat({ max: filesOf });
const which = fc.integer({ min: 1, max: perFile - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('move', 'copy'), from: place, which, to: place }),
  fc.record({ kind: fc.constant('delete' as const), from: place, which }),
  fc.record({ kind: fc.constant('write' as const), to: place }),
);
const steps = fc.array(step, { minLength: 1, maxLength: 6 });

/** The first function of each file stays; what comes stands before it, what goes stood behind it. */
function replay(all: readonly Step[]): readonly (readonly Block[])[] {
  const files: Block[][] = [...start, []].map((blocks) => [...blocks]);
  for (const [number, one] of all.entries()) {
    if (one.kind === 'write') {
      files[one.to]?.unshift(blockOf(1_000 + number));
      continue;
    }
    const source = files[one.from] ?? [];
    const index = source.findIndex(({ id }) => id < 1_000 && id % 100 === one.which);
    const block = source[index];
    if (block === undefined) continue;
    if (one.kind !== 'copy') source.splice(index, 1);
    if (one.kind !== 'delete') files[one.to]?.unshift(block);
  }
  return files;
}

const layOut = (files: readonly (readonly Block[])[]): Files =>
  Object.fromEntries(
    files.flatMap((blocks, file) =>
      blocks.length === 0 ? [] : [[`m${file}.py`, blocks.flatMap(({ lines }) => [...lines, ''])]],
    ),
  );

function judge(
  is: Files,
  order: <Value>(all: readonly Value[]) => readonly Value[] = (all) => all,
) {
  const was = layOut(start);
  const { marks } = matchFindings({
    current: order(identified(is, lint(is))),
    baseline: order(tolerating(was, lint(was))),
    sourceOf: sourceOf(is),
    oldLine: createOldLines({ hash }, sourceOf(was)),
    origins: findLineOrigins(
      { hash },
      {
        olds: new Map(order(Object.entries(was))),
        nows: new Map(order(Object.entries(is))),
        renames: new Map(),
      },
    ),
  });
  return marks.map(({ found: { finding }, verdict }) => ({
    text: is[finding.filePath ?? '']?.[(finding.line ?? 0) - 1] ?? '',
    place: `${finding.filePath}:${finding.line} ${verdict}`,
    verdict,
  }));
}

describe('functions that are moved, copied, deleted and written', () => {
  it('misses nothing, and keeps what was known', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const files = replay(all);
        const fresh = judge(layOut(files)).filter(({ verdict }) => verdict === 'new');
        const ids = Map.groupBy(files.flat(), ({ id }) => id);
        let expected = 0;
        for (const [id, { length }] of ids) {
          // One of them may be the one that was there before.
          const more = id < 1_000 ? length - 1 : length;
          const own = fresh.filter(
            ({ text }) => text.includes(`_${id} `) || text.includes(`_${id}(`),
          );
          expect([id, own.length]).toEqual([id, more * (badLines - 1)]);
          expected += more * badLines;
        }
        expect(fresh).toHaveLength(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('says the same in whatever order things come', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const is = layOut(replay(all));
        const places = (marks: ReturnType<typeof judge>) =>
          marks.map((mark) => mark.place).toSorted();
        const reversed = judge(is, (values) => values.toReversed());
        expect(places(reversed)).toEqual(places(judge(is)));
      }),
      { numRuns: 50 },
    );
  });
});
