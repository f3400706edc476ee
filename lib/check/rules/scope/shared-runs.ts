import { canonicalJson } from '#base/json.ts';
import type { Scheduled } from './schedule.ts';

/** Runs that begin together: the first, and those that its run serves as well. */
export type SharedRun = readonly [Scheduled, ...Scheduled[]];

export interface SharingRules {
  /** The engine whose run an engine can share. */
  readonly joins: (engine: string) => string | undefined;
  /** What the program of a run is, without what it is told to start. */
  readonly startOf: (run: Scheduled) => readonly string[];
}

/** Lets a run join that of another engine where both judge the same, started alike: so no test runs twice for two engines. */
export function shareRuns(
  waiting: readonly Scheduled[],
  { joins, startOf }: SharingRules,
): readonly SharedRun[] {
  const hostOf = (guest: Scheduled): Scheduled | undefined =>
    waiting.find(
      (host) =>
        host.engine === joins(guest.engine) &&
        whatIsRun(host) === whatIsRun(guest) &&
        canonicalJson(startOf(host)) === canonicalJson(startOf(guest)),
    );
  const guests = waiting.filter((one) => hostOf(one) !== undefined);
  return waiting.flatMap((host): readonly SharedRun[] =>
    guests.includes(host) ? [] : [[host, ...guests.filter((guest) => hostOf(guest) === host)]],
  );
}

/** Each is given the configuration of its own tool; all the rest decides what runs and how. */
function whatIsRun({ mode, plan }: Scheduled): string {
  const { root, scope, args, env, leaveOut = [] } = plan;
  return canonicalJson({ mode, root, scope, args, env, leaveOut });
}
