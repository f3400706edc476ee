import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';

/** The ids of everything that is watched. */
export async function listAll(workspaces: WorkspaceStore): Promise<readonly WorkspaceId[]> {
  const ids: WorkspaceId[] = [];
  for (const installation of await workspaces.listInstallations()) {
    ids.push(...(await workspaces.list(installation)));
  }
  return ids;
}
