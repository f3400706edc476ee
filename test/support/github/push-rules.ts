import { archivedWords } from './archived.ts';
import { noCommit } from './git-store.ts';
import { commitsBetween, isAncestor } from './history.ts';
import type { Token } from './identity.ts';
import type { Repository } from './model.ts';
import { mayDo } from './rest/access.ts';
import { entryAt } from './trees.ts';
import type { World } from './world.ts';

/** A ref that somebody asks to move. */
export interface AskedMove {
  readonly repository: Repository;
  /** Full name, `refs/heads/...`. */
  readonly ref: string;
  /** Forty zeros: the ref is to go. */
  readonly after: string;
  readonly force: boolean;
  readonly token: Token;
}

export interface Objection {
  readonly code:
    | 'archived'
    | 'not-fast-forward'
    | 'signatures'
    | 'workflows'
    | 'no-object'
    | 'protected';
  readonly message: string;
}

/** Why GitHub would not let this ref move; the same rules for git, REST and GraphQL. */
export function objectionTo(world: World, move: AskedMove): Objection | undefined {
  const { repository, ref, after } = move;
  const { git } = repository;
  if (repository.archived) return { code: 'archived', message: archivedWords };
  const before = git.ref(ref);
  const rules = repository.rules.get(ref.replace('refs/heads/', ''));
  if (after === noCommit) return rules && protectedRef('Cannot delete a protected branch');
  if (git.commit(after) === undefined)
    return { code: 'no-object', message: 'Object does not exist' };
  const forward = before === undefined || isAncestor(git, before, after);
  if (!forward && !move.force) {
    return { code: 'not-fast-forward', message: 'Update is not a fast forward' };
  }
  if (!forward && rules !== undefined) return protectedRef('Cannot force-push to this branch');
  const added = commitsBetween(git, before ?? tipOfDefault(repository) ?? noCommit, after);
  const unsigned =
    rules?.requiredSignatures === true && added.find((sha) => !world.signedCommits.has(sha));
  if (typeof unsigned === 'string') return missingSignature(unsigned);
  return workflowObjection(move, before ?? tipOfDefault(repository));
}

function protectedRef(message: string): Objection {
  return { code: 'protected', message: `Repository rule violations found\n\n${message}\n` };
}

function missingSignature(sha: string): Objection {
  const message = `Commits must have verified signatures.\n\nFound 1 violation:\n\n${sha}\n`;
  return { code: 'signatures', message: `Repository rule violations found\n\n${message}` };
}

function workflowObjection(move: AskedMove, before: string | undefined): Objection | undefined {
  const { git } = move.repository;
  const tree = (sha: string | undefined) => (sha === undefined ? undefined : git.commit(sha)?.tree);
  return objectionToWorkflows(move, tree(before), tree(move.after));
}

/** Any difference below .github/workflows counts, even one that a merge brings from the base. */
export function objectionToWorkflows(
  by: { readonly repository: Repository; readonly token: Token },
  treeBefore: string | undefined,
  treeAfter: string | undefined,
): Objection | undefined {
  const { repository, token } = by;
  if (mayDo(token, repository, ['workflows', 'write'])) return undefined;
  const at = (tree: string | undefined) =>
    tree === undefined ? undefined : entryAt(repository.git, tree, '.github/workflows')?.sha;
  if (at(treeBefore) === at(treeAfter)) return undefined;
  const app = token.kind === 'installation';
  const who = app ? 'a GitHub App' : 'a Personal Access Token';
  const right = app ? '`workflows` permission' : '`workflow` scope';
  const message = `refusing to allow ${who} to create or update workflow without ${right}`;
  return { code: 'workflows', message };
}

function tipOfDefault({ git, defaultBranch }: Repository): string | undefined {
  return git.ref(`refs/heads/${defaultBranch}`);
}
