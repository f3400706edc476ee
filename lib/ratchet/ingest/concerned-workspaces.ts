import type { Concerned } from '../rules/ingest/effect.ts';
import type { WorkspaceId } from '#model/ids.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';
import type { WatchedPullRequest } from '../needs/workspace-store.ts';
import type { IngestDeps } from './deps.ts';

/** The workspaces that an event concerns, whether they exist or not. */
export async function concernedWorkspaces(
  { workspaces, hash, receiver }: IngestDeps,
  concerned: Concerned,
): Promise<readonly WorkspaceId[]> {
  const watched = async (
    repository: { readonly host: string; readonly repositoryId: string },
    counts: (one: WatchedPullRequest) => boolean,
  ): Promise<readonly WorkspaceId[]> => {
    const all = await workspaces.listOfRepository(repository);
    return all.filter((one) => !one.archived && counts(one)).map(({ id }) => id);
  };
  switch (concerned.kind) {
    case 'pull-request':
      return [workspaceIdOf(hash.hex, concerned.pullRequest)];
    case 'numbers': {
      const { repository, numbers } = concerned;
      return numbers.map((number) => workspaceIdOf(hash.hex, { ...repository, number }));
    }
    case 'head':
      return watched(concerned.repository, ({ headSha }) => headSha === concerned.sha);
    case 'base':
      return watched(concerned.repository, ({ baseRef }) => baseRef === concerned.branch);
    case 'repositories': {
      const { host } = receiver;
      const lists = concerned.repositoryIds.map((repositoryId) =>
        watched({ host, repositoryId }, () => true),
      );
      return (await Promise.all(lists)).flat();
    }
    case 'installation':
      return workspaces.list(concerned.installationId);
  }
}
