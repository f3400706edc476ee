import { randomUUID } from 'node:crypto';
import type { CheckRun } from '../model.ts';
import type { World } from '../world.ts';

/** Addresses from which logs are loaded without any token, for a short time. */
export interface LogLinks {
  /** The path of a new address. */
  make(run: CheckRun, lifeMs: number): string;
  /** The log; undefined: there is no such address, or not any more. */
  read(path: string): string | undefined;
}

export function createLogLinks(world: World): LogLinks {
  const links = new Map<string, { readonly run: CheckRun; readonly until: number }>();
  return {
    make(run, lifeMs) {
      const path = `/_downloads/${randomUUID()}/job-${run.id}.txt`;
      links.set(path, { run, until: world.clock.now() + lifeMs });
      return path;
    },
    read(path) {
      const link = links.get(path);
      return link === undefined || link.until < world.clock.now() ? undefined : link.run.log;
    },
  };
}
