import type { NativeHash } from '#base/hash.ts';
import { type WorkspaceId, workspaceId } from './ids.ts';
import type { PullRequest } from './workspace.ts';

/**
 * The identity of the watch over a pull request. It outlives renames, and what stands before its last
 * colon is the same for all pull requests of a repository.
 */
export function workspaceIdOf(
  hash: NativeHash,
  { host, repositoryId, number }: Pick<PullRequest, 'host' | 'repositoryId' | 'number'>,
): WorkspaceId {
  const repository = `${host}:${repositoryId}`;
  const readable = workspaceId.safeParse(`${repository}:${number}`);
  if (readable.success) return readable.data;
  // A host may be long, or an address in brackets; ids end up in keys and file names.
  return workspaceId.parse(`${hash(repository).slice(0, 40)}:${number}`);
}
