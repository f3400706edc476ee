import type { ForgePermissions, ForgeRepository } from './needs/forge.ts';

/** Whether an account may write to the repository, and so give commands and start work by comments. */
export async function mayWrite(
  forge: ForgePermissions,
  repository: ForgeRepository,
  login: string,
): Promise<boolean> {
  const permission = await forge.permissionOf(repository, login);
  return permission === 'write' || permission === 'admin';
}
