import { createCheckHands } from './check-hands.ts';
import type { CheckHands } from './check-hands.ts';
import { deleteAccount, deleteFork, renameRepository } from './departures.ts';
import { treeOf } from './merges.ts';
import type { BranchRules, HeadHook, Repository, RerunHook } from './model.ts';
import { person } from './people.ts';
import { createPullHands } from './pull-hands.ts';
import type { PullHands } from './pull-hands.ts';
import { moveRef } from './pushes.ts';
import { editTree, entryAt } from './trees.ts';
import type { TreeChange } from './trees.ts';
import type { World } from './world.ts';
import type { NewRepository } from './plans.ts';

/** What people and their programs do with a repository, each in one call. */
export interface Hands extends PullHands, CheckHands {
  readonly repository: Repository;
  /** Commits files on top of a branch, which begins at the default branch if it is new. */
  commit(branch: string, files: FileChanges, options?: CommitOptions): string;
  /** The tip of a branch. */
  head(branch?: string): string;
  /** A file's text at a branch or commit; undefined where there is none. */
  read(path: string, at?: string): string | undefined;
  deleteBranch(branch: string, login?: string): void;
  /** Deletes somebody's copy; its pull requests lose their head repository. */
  deleteFork(login: string): void;
  /** What the account wrote stays, by nobody. */
  deleteAccount(login: string): void;
  rename(name: string): void;
  /** Puts the repository into the archive, or takes it out: nothing in there changes any more. */
  archive(archived?: boolean): void;
  protect(branch: string, rules: BranchRules): void;
  /** Somebody's own copy. */
  fork(login: string): Hands;
  /** Whenever a head moved that workflows run for, however it moved. */
  onHead(hook: HeadHook): void;
  /** Whenever a check is to run again. */
  onRerun(hook: RerunHook): void;
}

/** Text, bytes with a mode, or null for a file that goes. */
export type FileChanges = Readonly<
  Record<string, string | null | { readonly mode: string; readonly text: string }>
>;

interface CommitOptions {
  readonly author?: string;
  readonly message?: string;
  /** In place of the tip of the branch; the tree is that of the first one, with the files. */
  readonly parents?: readonly string[];
}

/** Takes a repository into hands, and makes it where it is not there yet. */
export function handsOn(world: World, fullName: string, options: NewRepository = {}): Hands {
  return handsOnRepository(world, world.find(fullName) ?? world.repository(fullName, options));
}

function handsOnRepository(world: World, repository: Repository): Hands {
  const { git, defaultBranch } = repository;
  const head = (branch = defaultBranch): string => {
    const tip = git.ref(`refs/heads/${branch}`);
    if (tip === undefined) throw new Error(`There is no branch ${branch} in ${git.dir}`);
    return tip;
  };
  return {
    ...createPullHands(world, repository),
    ...createCheckHands(world, repository),
    repository,
    head,
    commit: (branch, files, given = {}) => commit(world, repository, { branch, files, ...given }),
    read: (path, at = defaultBranch) => {
      const sha = git.ref(`refs/heads/${at}`) ?? at;
      const entry = entryAt(git, treeOf(git, sha), path);
      return entry && git.blob(entry.sha)?.toString('utf8');
    },
    deleteBranch: (branch, login = repository.owner.login) =>
      moveRef(world, repository, { ref: `refs/heads/${branch}`, sender: world.account(login) }),
    deleteFork: (login) => {
      const fork = world.find(`${login}/${repository.name}`);
      if (fork) deleteFork(world, fork);
    },
    deleteAccount: (login) => deleteAccount(world, login),
    rename: (name) => renameRepository(world, repository, name),
    archive: (archived = true) => {
      repository.archived = archived;
    },
    protect: (branch, rules) => {
      repository.rules.set(branch, rules);
    },
    fork: (login) => handsOnRepository(world, world.fork(repository, login)),
    onHead: (hook) => {
      repository.hooks.head.push(hook);
    },
    onRerun: (hook) => {
      repository.hooks.rerun.push(hook);
    },
  };
}

function commit(
  world: World,
  repository: Repository,
  plan: CommitOptions & { readonly branch: string; readonly files: FileChanges },
): string {
  const { git } = repository;
  const { author = repository.owner.login, message = 'Change files' } = plan;
  const ref = `refs/heads/${plan.branch}`;
  const start = git.ref(ref) ?? git.ref(`refs/heads/${repository.defaultBranch}`);
  const parents = plan.parents ?? (start === undefined ? [] : [start]);
  const [first] = parents;
  const changes = Object.entries(plan.files).map(([path, file]): [string, TreeChange] => {
    if (file === null) return [path, null];
    const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file;
    return [path, { mode, sha: git.writeBlob(text) }];
  });
  const by = person(world, author);
  const sha = git.writeCommit({
    tree: editTree(git, first === undefined ? undefined : treeOf(git, first), new Map(changes)),
    parents,
    author: by,
    committer: by,
    signature: undefined,
    message,
  });
  moveRef(world, repository, { ref, after: sha, sender: world.account(author) });
  return sha;
}
