import { within } from '#check/rules/repository/facts.ts';
import type { ProbeAnswer } from './probe-answer.ts';

interface AnswerPlace {
  /** The name of a test in the repository. */
  readonly nameOf: (id: string) => string;
  readonly root: string;
}

/** The same with the names that the repository has for tests and files: the runner knows its own folder alone. */
export function placeAnswer(answer: ProbeAnswer, { nameOf, root }: AnswerPlace): ProbeAnswer {
  const named = <Value>(record: Readonly<Record<string, Value>>) => placeNames(record, nameOf);
  const placed = (path: string): string => within(root, path);
  return {
    ...answer,
    outcomes: named(answer.outcomes),
    watched: answer.watched.map((test) => ({
      ...test,
      id: nameOf(test.id),
      file: test.file === null ? null : placed(test.file),
      calls: test.calls.map(placed),
      lines: Object.fromEntries(
        Object.entries(test.lines).map(([path, lines]) => [placed(path), lines]),
      ),
    })),
    functions: answer.functions.map((one) => ({ ...one, id: placed(one.id) })),
    mutants: answer.mutants.map((one) => ({
      ...one,
      function: placed(one.function),
      ends: one.ends && named(one.ends),
    })),
  };
}

export function placeNames<Value>(
  record: Readonly<Record<string, Value>>,
  nameOf: AnswerPlace['nameOf'],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([id, value]) => [nameOf(id), value]));
}
