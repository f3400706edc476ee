import { createScratch } from '#platform/files/scratch.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { History } from '#check/needs/history.ts';
import type { CliContext } from '../context.ts';

/** Files that were there at the base and are not any more, by their old paths; without a base there are none. */
export async function goneFiles(
  { env }: Pick<CliContext, 'env'>,
  repository: string,
  ref: string | undefined,
): Promise<readonly string[]> {
  const history = historyOf(env);
  const base = await history.base(repository, ref);
  if (base.kind !== 'commit') return [];
  const { deleted, renames } = await history.changesSince(repository, base.commit);
  return [...deleted, ...renames.keys()];
}

/** Files that are new, have other content or are gone since the base; undefined: there is no base to compare with. */
export async function changedFiles(
  { env, stderr }: Pick<CliContext, 'env' | 'stderr'>,
  repository: string,
  ref: string | undefined,
): Promise<readonly string[] | undefined> {
  const history = historyOf(env);
  const base = await history.base(repository, ref);
  if (base.kind !== 'commit') {
    stderr.write(`--changed is left out of account, so everything is judged: ${base.because}.\n`);
    return undefined;
  }
  const { changed, deleted, renames } = await history.changesSince(repository, base.commit);
  // A rule may depend on where a file lies.
  return [...new Set([...changed, ...deleted, ...renames.keys(), ...renames.values()])];
}

function historyOf(parentEnv: CliContext['env']): History {
  const processes = createProcesses({ clock: systemClock, parentEnv });
  return createHistory({ processes, scratch: createScratch() });
}
