import type { ForgeIdentity } from './identities.ts';
import type { FullNode } from './nodes.ts';

/** Whether we may push to the branch of a pull request, as far as that can be known before. */
export function canPush(node: FullNode, us: ForgeIdentity): boolean {
  const { headRepository, repository, isCrossRepository: isFork } = node;
  if (!headRepository) return false;
  // An installation reaches the repositories of its own account only.
  if (us.kind === 'app') return !isFork && us.permissions['contents'] === 'write';
  const { scopes } = us;
  // A fine-grained token names no scopes; what it may do shows when it does it.
  const mayWrite =
    scopes === undefined || scopes.includes('repo') || scopes.includes('public_repo');
  if (!mayWrite) return false;
  if (isWriter(headRepository.viewerPermission)) return true;
  // Forks of organizations take no pushes of maintainers, and only classic tokens reach a fork.
  const isOpenFork = node.maintainerCanModify && node.headRepositoryOwner?.kind === 'User';
  return isFork && isOpenFork && scopes !== undefined && isWriter(repository.viewerPermission);
}

/** GitHub refuses pushes that touch workflow files from whoever was not allowed that too. */
export function canPushWorkflows(us: ForgeIdentity): boolean {
  if (us.kind === 'app') return us.permissions['workflows'] === 'write';
  return us.scopes?.includes('workflow') ?? false;
}

function isWriter(permission: string | null | undefined): boolean {
  return permission === 'ADMIN' || permission === 'MAINTAIN' || permission === 'WRITE';
}
