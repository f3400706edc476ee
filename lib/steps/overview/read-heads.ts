import type { WorkspaceHead } from '#domain/model/workspace.ts';
import type { WorkspaceStore } from '#ports/workspace-store.ts';

/** Everything that is watched, whatever installation it belongs to. */
export async function readHeads({
  workspaces,
}: {
  readonly workspaces: Pick<WorkspaceStore, 'listInstallations' | 'list' | 'load'>;
}): Promise<readonly WorkspaceHead[]> {
  const heads: WorkspaceHead[] = [];
  for (const installation of await workspaces.listInstallations()) {
    for (const id of await workspaces.list(installation)) {
      const head = await workspaces.load(id);
      if (head !== undefined) heads.push(head);
    }
  }
  return heads;
}
