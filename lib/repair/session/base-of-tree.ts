import type { Sha } from '#model/ids.ts';
import type { Trees } from '../needs/trees.ts';
import type { Base } from '#check/read-base.ts';
import { type LinesDeps, linesSince } from './lines-since.ts';
import { renamesIn } from './collect-snapshot.ts';

/** What a run compares with, and how its own tree differs from that: the work tree may be another by now. */
export async function baseOfTree(
  deps: LinesDeps & { readonly trees: Trees },
  session: { readonly base: Base; readonly check: { readonly repository: string } },
  tree: Sha,
): Promise<Base> {
  const { base, check } = session;
  const before =
    base.commit === null ? undefined : await deps.history.treeOf(check.repository, base.commit);
  if (before === undefined) return base;
  const diff = await deps.trees.compare(before, tree);
  const gone = diff.filter(({ status }) => status === 'deleted').map(({ path }) => path);
  const others = diff.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  const changes = { renames: renamesIn(diff), deleted: new Set(gone), changed: new Set(others) };
  return { ...base, changes, ...(await linesSince(deps, session, tree)()) };
}
