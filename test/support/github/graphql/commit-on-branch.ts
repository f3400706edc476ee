import * as z from 'zod';
import type { GitStore } from '../git-store.ts';
import { treeOf } from '../merges.ts';
import type { Repository } from '../model.ts';
import { person } from '../people.ts';
import { objectionTo } from '../push-rules.ts';
import { moveRef } from '../pushes.ts';
import { editTree, entryAt } from '../trees.ts';
import type { TreeChange } from '../trees.ts';
import { demand, sees, viewerOf } from './access.ts';
import { notModelled, problem } from './problem.ts';
import { plain } from './sources.ts';
import type { Args, Context, PlainSource } from './sources.ts';

const shape = z.object({
  input: z.object({
    clientMutationId: z.string().nullish(),
    branch: z.object({
      repositoryNameWithOwner: z.string().nullish(),
      branchName: z.string().nullish(),
    }),
    message: z.object({ headline: z.string(), body: z.string().nullish() }),
    expectedHeadOid: z.string(),
    fileChanges: z
      .object({
        additions: z
          .array(z.object({ path: z.string(), contents: z.string().nullish() }))
          .nullish(),
        deletions: z.array(z.object({ path: z.string() })).nullish(),
      })
      .nullish(),
  }),
});
type Input = z.infer<typeof shape>['input'];

/** Commits files to a branch in GitHub's own name of the caller, signed, if the branch is where it should be. */
export function createCommitOnBranch(args: Args, context: Context): PlainSource {
  const { input } = shape.parse(args);
  const { world, token } = context;
  const repository = repositoryOf(input, context);
  demand(context, repository, ['contents', 'write']);
  const ref = `refs/heads/${input.branch.branchName ?? ''}`;
  const sha = writeCommit(input, { ...context, repository, ref });
  world.signedCommits.add(sha);
  const objection = objectionTo(world, { repository, ref, after: sha, force: false, token });
  if (objection) throw problem('UNPROCESSABLE', objection.message);
  moveRef(world, repository, { ref, after: sha, sender: viewerOf(context) });
  return plain('CreateCommitOnBranchPayload', {
    clientMutationId: input.clientMutationId,
    commit: { kind: 'Commit', repository, sha },
    ref: { kind: 'Ref', repository, name: ref },
  });
}

function repositoryOf({ branch }: Input, context: Context): Repository {
  const name = branch.repositoryNameWithOwner ?? undefined;
  if (name === undefined) throw notModelled('a branch of createCommitOnBranch given by its id');
  const repository = context.world.find(name);
  if (repository && sees(context, repository)) return repository;
  throw problem('NOT_FOUND', `Could not resolve to a Repository with the name '${name}'.`);
}

function writeCommit(
  input: Input,
  at: Context & { readonly repository: Repository; readonly ref: string },
): string {
  const { repository, ref, world } = at;
  const { git } = repository;
  const head = git.ref(ref);
  if (head !== input.expectedHeadOid) {
    const words = `Expected branch to point to "${head ?? ''}" but it did not. Pull and try again.`;
    throw problem('STALE_DATA', words);
  }
  const { headline, body } = input.message;
  const author = person(world, viewerOf(at).login);
  const tree = treeOf(git, head);
  return git.writeCommit({
    tree: editTree(git, tree, changesOf(input, git, tree)),
    parents: [head],
    author,
    // GitHub signs it, so GitHub is the committer.
    committer: { ...author, name: 'GitHub', email: 'noreply@github.com' },
    signature: undefined,
    message:
      body === undefined || body === null || body === '' ? headline : `${headline}\n\n${body}`,
  });
}

// Every file becomes an ordinary one: this mutation knows no modes.
function changesOf(input: Input, git: GitStore, tree: string): ReadonlyMap<string, TreeChange> {
  const { additions, deletions } = input.fileChanges ?? {};
  const changes = new Map<string, TreeChange>();
  for (const { path } of deletions ?? []) {
    if (!entryAt(git, tree, path)) {
      const words = `A path was requested for deletion which does not exist: ${path}`;
      throw problem('UNPROCESSABLE', words);
    }
    changes.set(path, null);
  }
  for (const { path, contents } of additions ?? []) {
    const sha = git.writeBlob(Buffer.from(contents ?? '', 'base64'));
    changes.set(path, { mode: '100644', sha });
  }
  return changes;
}
