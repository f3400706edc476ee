import type { BranchPlace } from '#ratchet/needs/publisher.ts';
import { type RepositoryAccess, type RepositoryAddress, accessTo } from './access.ts';

/** The repository that the branch lies in. */
export function addressOfBranch({ pullRequest, repository }: BranchPlace): RepositoryAddress {
  const { owner, name, repositoryId } = pullRequest;
  if (repository.toLowerCase() === `${owner}/${name}`.toLowerCase()) {
    return { owner, name, repositoryId };
  }
  const slash = repository.indexOf('/');
  return { owner: repository.slice(0, slash), name: repository.slice(slash + 1) };
}

/** A fork is not ours to read; what it asks to be merged is in the repository that it was forked from as well. */
export function isFork(place: BranchPlace): boolean {
  return addressOfBranch(place).repositoryId === undefined;
}

/** Where commits of the branch can be read, and with what right. */
export function accessToRead({ pullRequest }: BranchPlace): RepositoryAccess {
  return accessTo(pullRequest);
}

/** The names of a repository as routes want them. */
export function toRoute({ owner, name }: RepositoryAddress) {
  return { owner, repo: name };
}
