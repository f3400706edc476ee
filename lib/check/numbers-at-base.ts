import { limitConcurrency } from '#base/limit-concurrency.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { Sha } from '#model/ids.ts';
import type { History } from './needs/history.ts';
import { type Base, differsFromHead } from './read-base.ts';
import type { RecordedOf } from './recorded-baselines.ts';
import type { EarlierNumbers, NumbersAtBase, RecordedNumbers } from './rules/findings/numbers.ts';
import { onceEach } from './rules/findings/once-each.ts';

interface BaseServices<Input> {
  readonly history: History;
  readonly recordedOf: RecordedOf;
  readonly judgeBase?:
    | ((
        input: Input,
        base: { readonly commit: Sha; readonly engines: ReadonlySet<string> },
      ) => Promise<readonly BaselineSnapshot[]>)
    | undefined;
}

/** More would say little: what was recorded lies near, for a base is recorded when something is compared with it. */
const mostEarlier = 20;

type BaseInput = { readonly repository: string; readonly ref: string | undefined };

/** Looks them up in what was recorded of the base, else measures them there: once for each engine that has numbers now. */
export function createNumbersAtBase<Input extends BaseInput>(
  deps: BaseServices<Input>,
  input: Input,
  reading: Base | Promise<Base>,
): NumbersAtBase {
  return onceEach(async (engine) => {
    const base = await reading;
    const { commit } = base;
    if (commit === null) return { atBase: undefined, earlier: [] };
    const atBase = await measureAtBase(deps, input, { base, commit, engine });
    const earlier = await listEarlier(deps, input, { commit, engine });
    return {
      atBase,
      earlier: atBase === undefined ? earlier : [...earlier, { commit, numbers: atBase }],
    };
  });
}

async function measureAtBase<Input extends BaseInput>(
  deps: BaseServices<Input>,
  input: Input,
  { base, commit, engine }: { readonly base: Base; readonly commit: Sha; readonly engine: string },
): Promise<RecordedNumbers | undefined> {
  const recorded = (await deps.recordedOf(commit, engine)).get(engine);
  if (recorded?.numbers !== undefined) return recorded.numbers;
  if (deps.judgeBase === undefined || !(await differsFromHead(deps, input, base))) {
    return undefined;
  }
  const [judged] = await deps.judgeBase(input, { commit, engines: new Set([engine]) });
  return judged?.numbers;
}

/** What was recorded of the commits before the base, oldest first. */
async function listEarlier(
  { history, recordedOf }: Pick<BaseServices<never>, 'history' | 'recordedOf'>,
  { repository }: BaseInput,
  { commit, engine }: { readonly commit: Sha; readonly engine: string },
): Promise<EarlierNumbers['earlier']> {
  const commits = await history.commitsBefore(repository, commit, mostEarlier);
  const atMost = limitConcurrency(4);
  const recorded = await Promise.all(
    commits.toReversed().map((one) => atMost(() => recordedOf(one, engine))),
  );
  return recorded.flatMap((of, at) => {
    const [one, numbers] = [commits.at(-1 - at), of.get(engine)?.numbers];
    return one === undefined || numbers === undefined ? [] : [{ commit: one, numbers }];
  });
}
