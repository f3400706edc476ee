import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog, type TextLogDeps } from '#platform/system/text-log.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Ids } from '#model/needs/ids.ts';

/** What every process on this machine has: time, ids, hashes and a log. */
export interface System {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hash: Hash;
  /** A log for people, which says nothing below the level `warn` unless asked for more. */
  readonly logTo: (output: TextLogDeps['output'], level?: LogLevel) => Log;
}

type LogLevel = Parameters<typeof createTextLog>[1]['level'];

/** Opens the system, once in a process. */
export function createSystem(): System {
  const clock = systemClock;
  return {
    clock,
    ids: createIds({ clock }),
    hash: systemHash,
    logTo: (output, level = 'warn') => createTextLog({ clock, output }, { level }),
  };
}
