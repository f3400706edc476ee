import { createScratch } from '#platform/files/scratch.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Origin } from '#config/layers.ts';
import { formatOrigin } from '#config/origins.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

export interface WantedBase {
  /** Absolute path. */
  readonly repository: string;
  readonly ref: string;
  /** Who named it. */
  readonly origin: Origin | undefined;
}

/** Whether git knows what to compare with; a name that is wrong must not look like a repository without a past. */
export async function isKnownBase(context: CliContext, wanted: WantedBase): Promise<boolean> {
  const { repository, ref, origin } = wanted;
  const processes = createProcesses({ clock: systemClock, parentEnv: context.env });
  const history = createHistory({ processes, scratch: createScratch() });
  const { kind } = await history.base(repository, ref);
  if (kind !== 'unknown') return true;
  const place = formatOrigin(origin ?? { kind: 'default' });
  context.stderr.write(
    `${place}: check.base is ${JSON.stringify(ref)}, which git does not know here; ` +
      'write a commit, tag or branch that was fetched\n',
  );
  context.exitWith(EXIT.usage);
  return false;
}
