import type { PullRequestEvent } from './events.ts';
import type { Account } from './identity.ts';
import { baseTip } from './mergeability.ts';
import { mergeCommits, writeMerge } from './merges.ts';
import type { Pull, Repository } from './model.ts';
import { person } from './people.ts';
import { branchKey, endPull, moveRef, startPullWorkflows } from './pushes.ts';
import { register } from './residents.ts';
import type { World } from './world.ts';

export interface NewPull {
  readonly head: string;
  readonly base?: string;
  readonly title: string;
  readonly body?: string;
  readonly author: Account;
  readonly draft?: boolean;
  /** Where the head branch lies; the repository itself unless it is a fork. */
  readonly from?: Repository;
  readonly maintainerCanModify?: boolean;
}

/** Opens a pull request; both branches must be there. */
export function openPull(world: World, repository: Repository, plan: NewPull): Pull {
  const from = plan.from ?? repository;
  const baseRef = plan.base ?? repository.defaultBranch;
  const id = world.ids.next();
  const now = world.now();
  const pull: Pull = register(world, {
    kind: 'PullRequest',
    id,
    nodeId: world.ids.nodeId('PR', id),
    number: repository.pulls.size + 1,
    repository,
    author: plan.author,
    title: plan.title,
    body: plan.body ?? '',
    draft: plan.draft ?? false,
    maintainerCanModify: from !== repository && (plan.maintainerCanModify ?? true),
    headRepository: from,
    headRef: plan.head,
    headSha: tipOf(from, plan.head),
    baseRef,
    baseSha: tipOf(repository, baseRef),
    createdAt: now,
    updatedAt: now,
    ...untouched(),
  });
  repository.pulls.set(pull.number, pull);
  repository.git.setRef(`refs/pull/${pull.number}/head`, pull.headSha);
  addTo(world.pullsByHead, branchKey(from, pull.headRef), pull);
  addTo(world.pullsByBase, branchKey(repository, baseRef), pull);
  tell(world, pull, { action: 'opened', sender: plan.author });
  startPullWorkflows(world, pull);
  return pull;
}

export interface PullChange {
  readonly title?: string;
  readonly body?: string;
  readonly baseRef?: string;
  readonly draft?: boolean;
  readonly state?: 'OPEN' | 'CLOSED';
}

/** Changes what people can change of a pull request; each change is an event of its own. */
export function changePull(world: World, pull: Pull, change: PullChange & By): void {
  const { sender } = change;
  edit(world, pull, change);
  if (change.draft !== undefined && change.draft !== pull.draft) {
    pull.draft = change.draft;
    touch(world, pull);
    tell(world, pull, { action: pull.draft ? 'converted_to_draft' : 'ready_for_review', sender });
  }
  if (change.state === 'CLOSED' && pull.state === 'OPEN') endPull(world, pull, { sender });
  if (change.state === 'OPEN' && pull.state === 'CLOSED') reopen(world, pull, sender);
}

/** Puts a label on a pull request. */
export function labelPull(world: World, pull: Pull, given: { readonly name: string } & By): void {
  if (pull.labels.has(given.name)) return;
  const label = world.label(pull.repository, given.name);
  pull.labels.set(given.name, label);
  const { sender: actor } = given;
  pull.labelled.push({ id: world.ids.next(), label, actor, at: world.now() });
  touch(world, pull);
  tell(world, pull, { action: 'labeled', sender: given.sender, label });
}

/** Takes a label away. */
export function unlabelPull(world: World, pull: Pull, given: { readonly name: string } & By): void {
  const label = pull.labels.get(given.name);
  if (!label) return;
  pull.labels.delete(given.name);
  touch(world, pull);
  tell(world, pull, { action: 'unlabeled', sender: given.sender, label });
}

/** Merges a pull request by a merge commit on its base. */
export async function mergePull(world: World, pull: Pull, by: By): Promise<string> {
  const { repository, number, headRef } = pull;
  const base = tipOf(repository, pull.baseRef);
  const merge = await mergeCommits(repository.git, base, pull.headSha);
  if ('conflict' in merge) throw new Error(`Pull request ${number} conflicts with its base`);
  const sha = writeMerge(repository.git, {
    tree: merge.tree,
    parents: [base, pull.headSha],
    by: person(world, by.sender.login),
    message: `Merge pull request #${number} from ${repository.owner.login}/${headRef}\n`,
  });
  moveRef(world, repository, { ref: `refs/heads/${pull.baseRef}`, after: sha, sender: by.sender });
  return sha;
}

/** Merges the base into the head; undefined where they conflict or there is nothing to merge. */
export async function updateBranch(world: World, pull: Pull, by: By): Promise<string | undefined> {
  const base = baseTip(pull);
  const { headRepository, headSha } = pull;
  if (base === undefined || headRepository === undefined) return undefined;
  const { git } = pull.repository;
  const merge = await mergeCommits(git, headSha, base);
  if ('conflict' in merge || merge.tree === git.commit(headSha)?.tree) return undefined;
  const sha = writeMerge(git, {
    tree: merge.tree,
    parents: [headSha, base],
    by: person(world, by.sender.login),
    message: `Merge branch '${pull.baseRef}' into ${pull.headRef}`,
  });
  world.signedCommits.add(sha);
  moveRef(world, headRepository, { ref: `refs/heads/${pull.headRef}`, after: sha, ...by });
  return sha;
}

/** Whose doing a change is. */
export interface By {
  readonly sender: Account;
}

function untouched() {
  return {
    state: 'OPEN',
    locked: false,
    mergedSha: undefined,
    closedAt: undefined,
    mergedAt: undefined,
    mergedBy: undefined,
    inMergeQueue: false,
    autoMerge: undefined,
    labels: new Map(),
    labelled: [],
    reviewRequests: new Set<Account>(),
    comments: [],
    reviews: [],
    threads: [],
  } satisfies Partial<Pull>;
}

function edit(world: World, pull: Pull, change: PullChange & By): void {
  const before = { title: pull.title, body: pull.body, base: pull.baseRef };
  const { title = before.title, body = before.body, baseRef = before.base } = change;
  const changes = {
    ...(title !== before.title && { title: before.title }),
    ...(body !== before.body && { body: before.body }),
    ...(baseRef !== before.base && { base: before.base }),
  };
  if (Object.keys(changes).length === 0) return;
  Object.assign(pull, { title, body });
  if (baseRef !== before.base) retarget(world, pull, baseRef);
  touch(world, pull);
  tell(world, pull, { action: 'edited', sender: change.sender, changes });
}

function retarget(world: World, pull: Pull, baseRef: string): void {
  pull.baseSha = tipOf(pull.repository, baseRef);
  world.pullsByBase.get(branchKey(pull.repository, pull.baseRef))?.delete(pull);
  pull.baseRef = baseRef;
  addTo(world.pullsByBase, branchKey(pull.repository, baseRef), pull);
}

function reopen(world: World, pull: Pull, sender: Account): void {
  pull.state = 'OPEN';
  pull.closedAt = undefined;
  touch(world, pull);
  tell(world, pull, { action: 'reopened', sender });
  startPullWorkflows(world, pull);
}

/** Something about a pull request changed that its updatedAt shows. */
export function touch(world: World, pull: Pull): void {
  pull.updatedAt = world.now();
}

type Told = Omit<PullRequestEvent, 'type' | 'repository' | 'pull'>;

function tell(world: World, pull: Pull, told: Told): void {
  world.emit({ type: 'pull_request', repository: pull.repository, pull, ...told });
}

function tipOf(repository: Repository, branch: string): string {
  const tip = repository.git.ref(`refs/heads/${branch}`);
  if (tip === undefined) throw new Error(`There is no branch ${branch} in ${repository.git.dir}`);
  return tip;
}

function addTo(index: Map<string, Set<Pull>>, key: string, pull: Pull): void {
  const pulls = index.get(key) ?? new Set();
  index.set(key, pulls.add(pull));
}
