import { noCommit } from './git-store.ts';
import { isAncestor, ancestorsOf } from './history.ts';
import type { Account } from './identity.ts';
import { mergeCommits } from './merges.ts';
import type { Pull, Repository } from './model.ts';
import { followLines } from './threads.ts';
import type { World } from './world.ts';

export interface RefMove {
  /** Full name, `refs/heads/...`. */
  readonly ref: string;
  /** Absent: the ref is deleted. */
  readonly after?: string | undefined;
  /** Where it was; needed only where git has already written the ref. */
  readonly before?: string | undefined;
  readonly written?: boolean;
  readonly sender: Account;
}

/** Moves a ref and lets everything follow from it, by whichever door the commits came in. */
export function moveRef(world: World, repository: Repository, move: RefMove): void {
  const { git } = repository;
  const before = move.before ?? (move.written === true ? undefined : git.ref(move.ref));
  if (move.written !== true) git.setRef(move.ref, move.after);
  if (before === move.after) return;
  const at = world.now();
  const { sender, ref } = move;
  const moved = {
    ref,
    before: before ?? noCommit,
    after: move.after ?? noCommit,
    forced: isForced(repository, before, move.after),
  };
  repository.pushedAt = at;
  if (branchOf(ref) !== undefined) {
    repository.activity.push({ id: world.ids.next(), at, actor: sender, ...moved });
  }
  world.emit({ type: 'push', repository, sender, ...moved });
  const branch = branchOf(move.ref);
  if (branch === undefined) return;
  for (const pull of openPullsAt(world.pullsByHead, repository, branch)) {
    moveHead(world, pull, move);
  }
  if (move.after === undefined) return;
  mergeWhatItContains(world, { repository, branch, tip: move.after, sender: move.sender });
  if (branch === repository.defaultBranch) startWorkflows(world, { repository, ...move });
}

/** Opens or reopens the door for workflows of a head, unless it conflicts with its base. */
export function startPullWorkflows(world: World, pull: Pull): void {
  const { headSha: sha, repository } = pull;
  if (repository.hooks.head.length === 0) return;
  world.background(
    later(world, async () => {
      if (pull.state !== 'OPEN' || pull.headSha !== sha) return;
      const base = repository.git.ref(`refs/heads/${pull.baseRef}`);
      if (base === undefined || 'conflict' in (await mergeCommits(repository.git, base, sha)))
        return;
      await tellHooks(repository, { sha, ref: `refs/heads/${pull.headRef}`, pull });
    }),
  );
}

/** The branch of a full ref name; nothing for tags and the like. */
function branchOf(ref: string): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}

/** The key of a branch in the indexes of pull requests. */
export function branchKey(repository: Repository, branch: string): string {
  return `${repository.id}:${branch}`;
}

/** Open pull requests that an index has for a branch. */
function openPullsAt(
  index: ReadonlyMap<string, ReadonlySet<Pull>>,
  repository: Repository,
  branch: string,
): readonly Pull[] {
  const pulls = index.get(branchKey(repository, branch)) ?? [];
  return [...pulls].filter((pull) => pull.state === 'OPEN');
}

/** Marks a pull request as closed; merged where a commit is named. */
export function endPull(
  world: World,
  pull: Pull,
  end: { readonly sender: Account; readonly mergedSha?: string },
): void {
  const now = world.now();
  pull.state = end.mergedSha === undefined ? 'CLOSED' : 'MERGED';
  pull.closedAt = now;
  pull.updatedAt = now;
  if (end.mergedSha !== undefined) {
    pull.mergedAt = now;
    pull.mergedSha = end.mergedSha;
    pull.mergedBy = end.sender;
  }
  const { repository } = pull;
  world.emit({ type: 'pull_request', action: 'closed', repository, pull, sender: end.sender });
}

function isForced(repository: Repository, before?: string, after?: string): boolean {
  if (before === undefined || after === undefined) return false;
  return !isAncestor(repository.git, before, after);
}

function moveHead(world: World, pull: Pull, move: RefMove): void {
  const { repository } = pull;
  // GitHub closes a pull request whose branch is gone.
  if (move.after === undefined) return endPull(world, pull, { sender: move.sender });
  const before = pull.headSha;
  pull.headSha = move.after;
  pull.baseSha = repository.git.ref(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
  pull.updatedAt = world.now();
  repository.git.setRef(`refs/pull/${pull.number}/head`, move.after);
  followLines(pull);
  const heads = { before, after: move.after };
  const { sender } = move;
  world.emit({ type: 'pull_request', action: 'synchronize', repository, pull, sender, ...heads });
  startPullWorkflows(world, pull);
}

// A push that brings the commits of a pull request to its base has merged it.
function mergeWhatItContains(
  world: World,
  moved: { repository: Repository; branch: string; tip: string; sender: Account },
): void {
  const { repository, branch, tip, sender } = moved;
  const pulls = openPullsAt(world.pullsByBase, repository, branch);
  if (pulls.length === 0) return;
  const contained = ancestorsOf(repository.git, tip);
  for (const pull of pulls) {
    if (contained.has(pull.headSha)) endPull(world, pull, { sender, mergedSha: tip });
  }
}

function startWorkflows(world: World, moved: RefMove & { readonly repository: Repository }): void {
  const { repository, after: sha, ref } = moved;
  if (sha === undefined || repository.hooks.head.length === 0) return;
  world.background(later(world, () => tellHooks(repository, { sha, ref })));
}

async function later(world: World, work: () => Promise<void>): Promise<void> {
  if (world.lags.checksMs > 0) await world.clock.sleep(world.lags.checksMs);
  await work();
}

async function tellHooks(
  repository: Repository,
  head: { readonly sha: string; readonly ref: string; readonly pull?: Pull },
): Promise<void> {
  for (const hook of repository.hooks.head) await hook(head);
}
