import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';

/** Everything that is watched, whatever installation it belongs to. */
export async function readHeads(workspaces: WorkspaceStore): Promise<readonly WorkspaceHead[]> {
  return loadHeads(workspaces, await listAll(workspaces));
}

// A table over the network answers each in some milliseconds, and there may be thousands.
const atOnce = 20;

/** Those of these that are still there, in their order. */
export async function loadHeads(
  workspaces: WorkspaceStore,
  ids: readonly WorkspaceId[],
): Promise<readonly WorkspaceHead[]> {
  const heads: WorkspaceHead[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const read = await Promise.all(ids.slice(at, at + atOnce).map((id) => workspaces.load(id)));
    heads.push(...read.filter((head) => head !== undefined));
  }
  return heads;
}

/** The ids of everything that is watched. */
export async function listAll(workspaces: WorkspaceStore): Promise<readonly WorkspaceId[]> {
  const ids: WorkspaceId[] = [];
  for (const installation of await workspaces.listInstallations()) {
    ids.push(...(await workspaces.list(installation)));
  }
  return ids;
}
