import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchFindings } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import { hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

/** A line that can be followed through edits: the one thing that a real history does not tell. */
interface Line {
  readonly id: number;
  readonly text: string;
}
type Project = Readonly<Record<string, readonly Line[]>>;

interface Edit {
  readonly file: number;
  readonly at: number;
  readonly kind: 'insert' | 'delete' | 'rename' | 'swap';
  readonly text: string;
}

const text = fc
  .tuple(fc.constantFrom('bad', 'good', 'x', 'return', 'bad_total'), fc.nat({ max: 40 }))
  .map(([word, number]) => `${word} = call(${number})`);
const start = fc.array(fc.array(text, { minLength: 20, maxLength: 40 }), {
  minLength: 3,
  maxLength: 5,
});
const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  kind: fc.constantFrom('insert', 'insert', 'delete', 'rename', 'swap'),
  text,
});
const histories = fc.record({ start, edits: fc.array(edit, { minLength: 1, maxLength: 6 }) });

function projectOf(all: readonly (readonly string[])[]): Project {
  const entries = all.map(
    (texts, file) =>
      [
        `src/m${file}.py`,
        texts.map((line, index) => ({ id: file * 1_000 + index, text: line })),
      ] as const,
  );
  return Object.fromEntries(entries);
}

function apply(edits: readonly Edit[], was: Project) {
  const renames = new Map(Object.keys(was).map((path) => [path, path]));
  const is = new Map(Object.entries(was));
  for (const [number, { file, at, kind, text: inserted }] of edits.entries()) {
    const [old, path] = [...renames][file % renames.size] ?? ['', ''];
    const lines = is.get(path) ?? [];
    const place = at % (lines.length + 1);
    is.delete(path);
    const now = kind === 'rename' ? path.replace('.py', '_.py') : path;
    renames.set(old, now);
    is.set(now, edited(lines, place, kind, { id: 1_000_000 + number, text: inserted }));
  }
  return { is: Object.fromEntries(is), renames };
}

function edited(lines: readonly Line[], place: number, kind: Edit['kind'], fresh: Line) {
  if (kind === 'insert') return lines.toSpliced(place, 0, fresh);
  if (kind === 'delete') return lines.toSpliced(place, 1);
  if (kind === 'swap') return [...lines.slice(place), ...lines.slice(0, place)];
  return lines;
}

const textsOf = (project: Project): Files =>
  Object.fromEntries(
    Object.entries(project).map(([path, lines]) => [path, lines.map((l) => l.text)]),
  );

/** Carried findings that a method calls new: the line was there before, with the same text. */
function falseAlarms(was: Project, edits: readonly Edit[]) {
  const { is, renames } = apply(edits, was);
  const [oldFiles, files] = [textsOf(was), textsOf(is)];
  const known = new Set(Object.values(was).flatMap((lines) => lines.map(({ id }) => id)));
  const isCarried = (path: string, line: number) => known.has(is[path]?.[line - 1]?.id ?? -1);
  const findings = identified(files, lint(files));
  const { marks } = matchFindings({
    current: findings,
    baseline: tolerating(oldFiles, lint(oldFiles)),
    renames,
    isChangedLine: (path, line) => !isCarried(path, line),
    sourceOf: sourceOf(files),
    oldLine: createOldLines({ hash }, sourceOf(oldFiles)),
  });
  const places = new Set(lint(oldFiles).map(({ filePath, line }) => `${filePath}:${line}`));
  const carried = marks.filter(({ found: { finding } }) =>
    isCarried(finding.filePath ?? '', finding.line ?? 0),
  );
  const byLine = carried.filter(
    ({ found: { finding } }) => !places.has(`${finding.filePath}:${finding.line}`),
  );
  return {
    carried: carried.length,
    byLine: byLine.length,
    byIdentity: carried.filter(({ verdict }) => verdict === 'new').length,
  };
}

describe('replaying edits', () => {
  it('raises far fewer false alarms than path, rule and line', () => {
    const total = { carried: 0, byLine: 0, byIdentity: 0 };
    for (const { start: texts, edits } of fc.sample(histories, { numRuns: 300, seed: 7 })) {
      const one = falseAlarms(projectOf(texts), edits);
      total.carried += one.carried;
      total.byLine += one.byLine;
      total.byIdentity += one.byIdentity;
    }
    expect(total.carried).toBeGreaterThan(5_000);
    expect(total.byLine).toBeGreaterThan(1_000);
    expect(total.byIdentity).toBeLessThan(total.byLine / 100);
  });
});
