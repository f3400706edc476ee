import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { History } from '../needs/history.ts';

/** Files that were there at the base and are not any more, by their old paths; without a base there are none. */
export async function listGoneFiles(
  history: History,
  repository: string,
  ref: string | undefined,
): Promise<readonly string[]> {
  const base = await history.base(repository, ref);
  if (base.kind !== 'commit') return [];
  const { deleted, renames } = await history.changesSince(repository, base.commit);
  return [...deleted, ...renames.keys()];
}

/** Files that are new, have other content or are gone since the base. */
export async function listChangedFiles(
  history: History,
  repository: string,
  ref: string | undefined,
): Promise<Outcome<readonly string[], 'no-base'>> {
  const base = await history.base(repository, ref);
  if (base.kind !== 'commit') {
    return refuse('no-base', `Ignoring --changed, so everything is judged: ${base.because}.`);
  }
  const { changed, deleted, renames } = await history.changesSince(repository, base.commit);
  // A rule may depend on where a file lies.
  return ok([...new Set([...changed, ...deleted, ...renames.keys(), ...renames.values()])]);
}
