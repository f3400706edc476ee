import type { Permissions, RepositoryAccess, RepositoryAddress } from './access.ts';

const reporting: Permissions = {
  checks: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
};

/** The right to say something on a pull request, and to nothing else. */
export function accessToReport({ owner, name, repositoryId }: RepositoryAddress): RepositoryAccess {
  return { repository: { owner, name, repositoryId }, permissions: reporting };
}
