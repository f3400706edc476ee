import type { AttemptStage } from '../needs/session-progress.ts';
import type { TimeSource } from '#base/needs/clock.ts';

export interface StageTimes {
  readonly at: (stage: AttemptStage) => void;
  /** Milliseconds of each stage that was reached, up to now. */
  readonly end: () => Readonly<Partial<Record<AttemptStage, number>>>;
}

/** Measures how long an attempt stays in each stage, and tells who watches. */
export function createStageTimes(
  clock: TimeSource,
  tell: (stage: AttemptStage) => void,
): StageTimes {
  const times: Partial<Record<AttemptStage, number>> = {};
  let current: { readonly stage: AttemptStage; readonly since: number } | undefined;
  const leave = (): void => {
    if (current === undefined) return;
    const { stage, since } = current;
    times[stage] = (times[stage] ?? 0) + Math.max(0, Math.round(clock.now() - since));
  };
  return {
    at: (stage) => {
      leave();
      current = { stage, since: clock.now() };
      tell(stage);
    },
    end: () => {
      leave();
      current = undefined;
      return times;
    },
  };
}
