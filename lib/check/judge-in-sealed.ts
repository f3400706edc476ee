import type { RunCache } from './needs/engine-host.ts';
import type { JudgingEnvironment } from './needs/environments.ts';
import { describeChanges } from './rules/environment/seal.ts';

/** What a judging came to, and why nothing of it counts; undefined: all of it does. */
export interface JudgedInSealed<Result> {
  readonly result: Result;
  readonly changed: string | undefined;
}

/** Judges with an environment that is as it was sealed, before and after. One that was changed is replaced. */
export async function judgeInSealed<Result>(
  environment: JudgingEnvironment,
  judge: () => Promise<Result>,
): Promise<JudgedInSealed<Result>> {
  const before = environment.hold();
  const found = await before.findChanges();
  const isWhole = found.length === 0 || (await before.replace());
  const held = isWhole ? environment.hold() : before;
  const result = await judge();
  const changes = isWhole ? await held.findChanges() : found;
  if (changes.length === 0) return { result, changed: undefined };
  await held.replace();
  return { result, changed: explainChanged(changes) };
}

/** Why nothing counts that was judged with it. */
export function explainChanged(changes: readonly string[]): string {
  return `What set-up installed was changed: ${describeChanges(changes)}. Nothing counts that was judged with it; what is installed may be changed by set-up alone.`;
}

export interface HeldResults {
  readonly cache: RunCache | undefined;
  /** Keeps the results that were held back. */
  readonly keep: () => Promise<void>;
}

/** Holds back what is to be kept for later runs, until it is known whether it counts. */
export function holdResults(cache: RunCache | undefined): HeldResults {
  const held: (() => Promise<void>)[] = [];
  return {
    cache: cache && {
      ...cache,
      store: {
        ...cache.store,
        save: async (...result) => void held.push(() => cache.store.save(...result)),
      },
    },
    keep: async () => {
      for (const save of held) await save();
    },
  };
}
