import * as z from 'zod';
import { type Sha, sha } from '#model/ids.ts';
import { runOfMessage } from '#repair/rules/session/run-trailer.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { BranchHead, BranchPlace, Publisher } from '#ratchet/needs/publisher.ts';
import { isFork, accessToRead, toRoute } from './branch-place.ts';
import type { GitHubClient } from './client.ts';
import { createKept } from './kept.ts';
import { requireData } from './errors.ts';

interface ReadCommit {
  readonly tree: Sha;
  readonly message: string;
}

export interface BranchReading extends Pick<
  Publisher,
  'commitsSince' | 'filesOf' | 'headOf' | 'mergeBaseOf'
> {
  commit(place: BranchPlace, id: Sha): Promise<ReadCommit>;
}

type Files = Awaited<ReturnType<Publisher['filesOf']>>;

/** Reads what publishing needs to know of a branch; commits never change, so each is read once. */
export function createBranchReading(client: GitHubClient, clock: TimeSource): BranchReading {
  const commits = createKept<ReadCommit>({ clock, most: 200, until: keepUntil });
  const tables = createKept<Files>({ clock, most: 4, until: keepUntil });
  const commit = (place: BranchPlace, id: Sha) =>
    commits.read(commitKey(place, id), () => readCommit(client, place, id));
  return {
    commit,
    async headOf(target): Promise<BranchHead | undefined> {
      const head = isFork(target)
        ? await readForkHead(client, target)
        : await readBranch(client, target);
      if (head === undefined) return undefined;
      const { tree, message } = await commit(target, head);
      return { sha: head, tree, runId: runOfMessage(message) };
    },
    async commitsSince(place, since, head) {
      const found: BranchHead[] = [];
      const request = {
        ...compareRequest(place, [since, head], 100),
        what: 'list the commits since',
      };
      for await (const page of client.pages(request, accessToRead(place))) {
        found.push(...commitList.parse(page).commits.map(toBranchHead));
      }
      return found;
    },
    async mergeBaseOf(place, head, base) {
      const answer = await client.rest(compareRequest(place, [head, base], 1), accessToRead(place));
      if (answer.status === 404) return undefined;
      return comparison.parse(requireData(answer, 'compare two commits')).merge_base_commit.sha;
    },
    filesOf: (place, id) =>
      tables.read(commitKey(place, id), async () => {
        const { tree } = await commit(place, id);
        return readFiles(client, place, tree);
      }),
  };
}

/** The comparison of two commits, with so many of the later ones on a page. */
function compareRequest(place: BranchPlace, [one, other]: readonly [Sha, Sha], perPage: number) {
  const { repository } = accessToRead(place);
  const basehead = `${one}...${other}`;
  const parameters = { ...toRoute(repository), basehead, per_page: perPage };
  return { method: 'GET', path: '/repos/{owner}/{repo}/compare/{basehead}', parameters } as const;
}

const comparison = z.object({ merge_base_commit: z.object({ sha }) });

const listedCommit = z.object({
  sha,
  commit: z.object({ message: z.string(), tree: z.object({ sha }) }),
});
const commitList = z.object({ commits: z.array(listedCommit) });

function toBranchHead({ sha: id, commit }: z.infer<typeof listedCommit>): BranchHead {
  return { sha: id, tree: commit.tree.sha, runId: runOfMessage(commit.message) };
}

function keepUntil(_: unknown, now: number): number {
  return now + keptMs;
}

const keptMs = 600_000;

function commitKey({ pullRequest: { host, repositoryId } }: BranchPlace, id: Sha): string {
  return `${host} ${repositoryId} ${id}`;
}

async function readBranch(
  { rest }: GitHubClient,
  target: Parameters<Publisher['headOf']>[0],
): Promise<Sha | undefined> {
  const access = accessToRead(target);
  const parameters = { ...toRoute(access.repository), ref: `heads/${target.branch}` };
  const path = '/repos/{owner}/{repo}/git/ref/{ref}';
  const answer = await rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 404) return undefined;
  return refShape.parse(requireData(answer, `read the branch ${target.branch}`)).object.sha;
}

const refShape = z.object({ object: z.object({ sha }) });

async function readForkHead({ rest }: GitHubClient, target: BranchPlace): Promise<Sha | undefined> {
  const access = accessToRead(target);
  const parameters = { ...toRoute(access.repository), pull_number: target.pullRequest.number };
  const path = '/repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 404) return undefined;
  return pullShape.parse(requireData(answer, 'read the pull request')).head.sha;
}

const pullShape = z.object({ head: z.object({ sha }) });

async function readCommit({ rest }: GitHubClient, place: BranchPlace, id: Sha) {
  const access = accessToRead(place);
  const parameters = { ...toRoute(access.repository), commit_sha: id };
  const path = '/repos/{owner}/{repo}/git/commits/{commit_sha}';
  const answer = await rest({ method: 'GET', path, parameters }, access);
  const { tree, message } = commitShape.parse(requireData(answer, `read the commit ${id}`));
  return { tree: tree.sha, message };
}

const commitShape = z.object({ tree: z.object({ sha }), message: z.string() });

/** undefined: GitHub told only the first of them. */
async function readFiles({ rest }: GitHubClient, place: BranchPlace, tree: Sha): Promise<Files> {
  const access = accessToRead(place);
  const parameters = { ...toRoute(access.repository), tree_sha: tree, recursive: '1' };
  const path = '/repos/{owner}/{repo}/git/trees/{tree_sha}';
  const answer = await rest({ method: 'GET', path, parameters }, access);
  const read = treeShape.parse(requireData(answer, `read the tree ${tree}`));
  if (read.truncated) return undefined;
  const files = read.tree.filter(({ type }) => type !== 'tree');
  return new Map(files.map((file) => [file.path, { mode: file.mode, blob: file.sha }]));
}

const treeShape = z.object({
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha })),
});
