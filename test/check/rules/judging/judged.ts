import { toReadingEngine } from '#check/reading-engines.ts';
import type { FileTurn } from '#check/rules/configuration/changed-configuration.ts';
import { findJudgingChanges, type JudgingFile } from '#check/rules/judging/find-judging-changes.ts';
import type { JudgingFacts } from '#check/rules/judging/judged-turn.ts';
import { engines } from '#engines/registry.ts';
import { createRepository } from '#platform/files/repository.ts';

const sources = createRepository({ env: {} });

/** A file as it was and as it is; undefined: it is not there. */
function turn(path: string, before: string | undefined, after: string | undefined): FileTurn {
  return { path, before: sideOf(before), after: sideOf(after) };
}

function sideOf(text: string | undefined): FileTurn['after'] {
  return { isThere: text !== undefined, text };
}

interface Given extends Partial<Omit<JudgingFacts, 'engines' | 'parse'>> {
  /** Ids of the engines that run. */
  readonly running?: readonly string[];
}

const usual = ['ruff', 'mypy', 'pytest', 'oxlint', 'eslint', 'tsc', 'vitest'];

/** What is told of these files, in a project in which tools of Python and of Node run. */
function judged(
  turns: readonly FileTurn[],
  { running = usual, ...given }: Given = {},
): readonly JudgingFile[] {
  const ids = new Set(running);
  const before = turns.filter((one) => one.before.isThere).map(({ path }) => path);
  const after = turns.filter((one) => one.after.isThere).map(({ path }) => path);
  return findJudgingChanges(turns, {
    engines: engines.map((engine) => toReadingEngine(engine, ids)),
    parse: (path, text) => sources.parseManifest(path, text),
    named: new Set(),
    setUps: new Set(),
    pathsBefore: new Set(before),
    pathsAfter: new Set(after),
    dependencies: new Set(),
    modules: new Set(['ruff', 'mypy', 'pytest', 'requests', 'yaml']),
    ...given,
  });
}

/** The same of one file, in lines: the class, who could be milder, and the sentence. */
export function toldOf(
  path: string,
  [before, after]: readonly [string | undefined, string | undefined],
  given: Given = {},
): readonly string[] {
  return judged([turn(path, before, after)], given).flatMap(({ remarks }) =>
    remarks.map((one) => `${one.class} | ${one.milder.join(' ')} | ${one.sentence}`),
  );
}
