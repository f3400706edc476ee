import type { Scheduled } from './schedule.ts';

/**
 * In which order runs begin: what judges the whole program or runs tests takes long, and begun last it would
 * keep everybody waiting. Of one engine, current stays before target.
 */
export function orderRuns(
  waiting: readonly Scheduled[],
  perFile: (engine: string) => boolean,
): readonly Scheduled[] {
  return [
    ...waiting.filter(({ engine }) => !perFile(engine)),
    ...waiting.filter(({ engine }) => perFile(engine)),
  ];
}
