import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { nameFirst } from '#base/words.ts';
import { pullRequestName } from '#report/workspaces/row.ts';
import type { OperatorResponse } from '../rules/operators/operator-methods.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import { loadHeads, listAll } from '../overview/read-heads.ts';

interface Wanted {
  readonly host?: string;
  readonly repository?: string;
  readonly number: number;
}

const mostNamed = 5;

/** Finds what is watched by the words that people use for a pull request. */
export async function findWorkspace(
  workspaces: WorkspaceStore,
  asked: string,
): Promise<OperatorResponse<'find'>> {
  const wanted = parsePullRequestName(asked.trim());
  const shown = JSON.stringify(shortened(oneLine(asked), 200));
  if (wanted === undefined) {
    return answerNotFound(
      `${shown} is no pull request: write OWNER/NAME#NUMBER, its address or its number.`,
    );
  }
  const ids = await listAll(workspaces);
  if (ids.length === 0) return answerNotFound('No pull request is watched here yet.');
  const ofRepositories = Map.groupBy(ids, readRepositoryKey);
  if (wanted.repository === undefined && ofRepositories.size > 1) {
    const names = await listRepositoryNames(workspaces, [...ofRepositories.values()]);
    // A transfer may leave two watches of what is one repository to people.
    if (names.length > 1) {
      const some = nameFirst(names, mostNamed);
      return answerNotFound(
        `Several repositories are watched, so write OWNER/NAME#NUMBER: ${some}.`,
      );
    }
  }
  // An id ends with the number, so nothing else has to be read.
  const numbered = ids.filter((id) => id.endsWith(`:${wanted.number}`));
  const states = (await loadHeads(workspaces, numbered)).map(({ state }) => state);
  const fitting = states.filter((state) => matchesPullRequest(state, wanted));
  // After a rename another repository may bear the name of the old one: the newer watch is meant.
  const [state] = fitting.toSorted((one, two) => two.createdAt - one.createdAt);
  if (state !== undefined) return { kind: 'found', state };
  return answerNotFound(`${shown} is not watched here; \`ratchetr status --all\` lists what is.`);
}

function answerNotFound(sentence: string): OperatorResponse<'find'> {
  return { kind: 'none', sentence };
}

function parsePullRequestName(text: string): Wanted | undefined {
  const [, host, ofUrl, numberOfUrl] =
    /^https?:\/\/([^/\s]+)\/([^/\s]+\/[^/\s]+)\/pull\/(\d{1,15})(?:[/?#].*)?$/i.exec(text) ?? [];
  if (host !== undefined && ofUrl !== undefined) {
    return { host, repository: ofUrl, number: Number(numberOfUrl) };
  }
  const [, repository, number] = /^([^/\s#]+\/[^/\s#]+)?#?(\d{1,15})$/.exec(text) ?? [];
  if (number === undefined || (repository !== undefined && !text.includes('#'))) return undefined;
  return { ...(repository !== undefined && { repository }), number: Number(number) };
}

/** What stands before the last colon is the same for all pull requests of a repository. */
function readRepositoryKey(id: WorkspaceId): string {
  return id.slice(0, id.lastIndexOf(':'));
}

/** The names as last seen, for which one pull request of each is looked at. */
async function listRepositoryNames(
  workspaces: WorkspaceStore,
  repositories: readonly (readonly WorkspaceId[])[],
): Promise<readonly string[]> {
  const first = repositories.flatMap((ids) => ids.slice(0, 1));
  const names = (await loadHeads(workspaces, first)).map(({ state }) => {
    const [name = ''] = pullRequestName(state.pullRequest).split('#');
    return name;
  });
  return [...new Set(names)].toSorted();
}

/** Forges do not tell names apart by their case. */
function matchesPullRequest(
  { pullRequest }: WorkspaceState,
  { host, repository, number }: Wanted,
): boolean {
  const { owner, name } = pullRequest;
  return (
    pullRequest.number === number &&
    (host === undefined || isSameText(host, pullRequest.host)) &&
    (repository === undefined || isSameText(repository, `${owner}/${name}`))
  );
}

function isSameText(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase();
}
