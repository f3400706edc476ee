import type { ForgePermissions, ForgeRepository } from './needs/forge.ts';

/** Whether somebody may write to the repository, and so command us and start work by words. */
export async function mayWrite(
  forge: ForgePermissions,
  repository: ForgeRepository,
  login: string,
): Promise<boolean> {
  const permission = await forge.permissionOf(repository, login);
  return permission === 'write' || permission === 'admin';
}
