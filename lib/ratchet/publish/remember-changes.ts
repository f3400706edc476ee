import type { Changeset } from '#model/changeset.ts';
import type { Sha } from '#model/ids.ts';
import type { Push, PushedPath } from '#model/workspace.ts';
import type { PublishDeps } from './deps.ts';
import { listCommitFiles, type Proposal } from './judge-proposal.ts';

/** What a workspace remembers of very large changes. */
const mostPaths = 20;

/** What is looked for in later heads: what it changed, and of a merge also what it merged. */
export async function rememberChanges(
  deps: PublishDeps,
  proposal: Proposal,
): Promise<Pick<Push, 'changes' | 'merged'>> {
  const { changes, parents } = proposal.changeset;
  const [, merged] = parents;
  if (merged === undefined) return { changes: await rememberPaths(deps, proposal, changes) };
  // What is as the base has it is no change of ours.
  const base = await listCommitFiles(deps, proposal, merged);
  if (base === undefined) return { merged };
  const own = changes.filter((change) => base.get(change.path)?.blob !== writtenBlob(change));
  return { merged, changes: await rememberPaths(deps, proposal, own) };
}

async function rememberPaths(
  deps: PublishDeps,
  proposal: Proposal,
  changes: Changeset['changes'],
): Promise<PushedPath[]> {
  const paths: PushedPath[] = [];
  for (const change of changes.slice(0, mostPaths)) {
    const { path } = change;
    const before = await readOldBlob(deps, proposal, path);
    if (before !== undefined) paths.push({ path, before, after: writtenBlob(change) ?? null });
  }
  return paths;
}

/** null: it was not there; undefined: it cannot be told, for the forge lists no tree as large as this one. */
async function readOldBlob(
  { blobId, forge }: PublishDeps,
  { before, session, state }: Proposal,
  path: string,
): Promise<Sha | null | undefined> {
  if (before !== undefined) return before.get(path)?.blob ?? null;
  const found = await forge.readFile(state.pullRequest, session.headBefore, path);
  if (found === undefined) return null;
  return typeof found === 'string' ? blobId(new TextEncoder().encode(found)) : undefined;
}

/** undefined: the file goes. */
function writtenBlob(change: Changeset['changes'][number]): Sha | undefined {
  return change.kind === 'write' ? change.blob : undefined;
}
