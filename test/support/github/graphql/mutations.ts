import * as z from 'zod';
import type { Level } from '../identity.ts';
import type { Pull, ReviewThread } from '../model.ts';
import { objectionTo } from '../push-rules.ts';
import { noCommit } from '../git-store.ts';
import { updateBranch } from '../pulls.ts';
import { moveRef } from '../pushes.ts';
import { replyInThread, setResolved } from '../talk.ts';
import { demand, viewerOf } from './access.ts';
import { createCommitOnBranch } from './commit-on-branch.ts';
import { notModelled, problem } from './problem.ts';
import { nodeOf } from './query.ts';
import { isSource, plain } from './sources.ts';
import type { Args, Context, Fields, Source, SourceOf } from './sources.ts';

export const mutationFields: Fields = {
  createCommitOnBranch: (_source, args, context) => createCommitOnBranch(args, context),
  resolveReviewThread: (_source, args, context) =>
    plain('ResolveReviewThreadPayload', { thread: resolve(args, context, true) }),
  unresolveReviewThread: (_source, args, context) =>
    plain('UnresolveReviewThreadPayload', { thread: resolve(args, context, false) }),
  addPullRequestReviewThreadReply: (_source, args, context) => reply(args, context),
  updatePullRequestBranch: (_source, args, context) => update(args, context),
  updateRefs: (_source, args, context) => updateRefs(args, context),
};

const threadInput = z.object({ input: z.object({ threadId: z.string() }) });

function resolve(args: Args, context: Context, resolved: boolean): ReviewThread {
  const { input } = threadInput.parse(args);
  const thread = found(input.threadId, 'PullRequestReviewThread', context);
  mayWrite(context, thread.pull, 'pull_requests');
  setResolved(context.world, thread, { resolved, sender: viewerOf(context) });
  return thread;
}

const replyInput = z.object({
  input: z.object({ pullRequestReviewThreadId: z.string(), body: z.string().min(1) }),
});

function reply(args: Args, context: Context): Source {
  const { input } = replyInput.parse(args);
  const thread = found(input.pullRequestReviewThreadId, 'PullRequestReviewThread', context);
  mayWrite(context, thread.pull, 'pull_requests');
  const plan = { author: viewerOf(context), body: input.body };
  const comment = replyInThread(context.world, thread, plan);
  return plain('AddPullRequestReviewThreadReplyPayload', { comment });
}

const updateInput = z.object({
  input: z.object({
    pullRequestId: z.string(),
    expectedHeadOid: z.string().nullish(),
    updateMethod: z.string().nullish(),
  }),
});

async function update(args: Args, context: Context): Promise<Source> {
  const { input } = updateInput.parse(args);
  if (input.updateMethod === 'REBASE') throw notModelled('updatePullRequestBranch by rebase');
  const pull = found(input.pullRequestId, 'PullRequest', context);
  mayWrite(context, pull, 'pull_requests');
  const expected = input.expectedHeadOid ?? pull.headSha;
  if (expected !== pull.headSha) {
    throw problem('UNPROCESSABLE', "expected head sha didn't match current head ref.");
  }
  const made = await updateBranch(context.world, pull, { sender: viewerOf(context) });
  if (made === undefined) throw problem('UNPROCESSABLE', 'merge conflict between base and head');
  return plain('UpdatePullRequestBranchPayload', { pullRequest: pull });
}

const refsInput = z.object({
  input: z.object({
    repositoryId: z.string(),
    clientMutationId: z.string().nullish(),
    refUpdates: z.array(
      z.object({
        name: z.string(),
        beforeOid: z.string().nullish(),
        afterOid: z.string(),
        force: z.boolean().nullish(),
      }),
    ),
  }),
});

// All or none: nothing moves before every update was judged.
function updateRefs(args: Args, context: Context): Source {
  const { input } = refsInput.parse(args);
  const { world, token } = context;
  const repository = found(input.repositoryId, 'Repository', context);
  demand(context, repository, ['contents', 'write']);
  for (const { name: ref, beforeOid, afterOid: after, force } of input.refUpdates) {
    const before = repository.git.ref(ref) ?? noCommit;
    if (typeof beforeOid === 'string' && beforeOid !== before) {
      throw problem('STALE_DATA', `Expected ${ref} to point to ${beforeOid} but it did not.`);
    }
    const objection = objectionTo(world, { repository, ref, after, force: force === true, token });
    if (objection) throw problem('UNPROCESSABLE', objection.message);
  }
  for (const { name: ref, afterOid } of input.refUpdates) {
    const after = afterOid === noCommit ? undefined : afterOid;
    moveRef(world, repository, { ref, after, sender: viewerOf(context) });
  }
  return plain('UpdateRefsPayload', { clientMutationId: input.clientMutationId });
}

function found<K extends 'PullRequest' | 'PullRequestReviewThread' | 'Repository'>(
  id: string,
  kind: K,
  context: Context,
): SourceOf<K> {
  const node: unknown = nodeOf(id, context);
  if (isSource(node, kind)) return node;
  throw problem('NOT_FOUND', `Could not resolve to a ${kind} with the global id of '${id}'`);
}

function mayWrite(context: Context, pull: Pull, permission: string, level: Level = 'write'): void {
  demand(context, pull.repository, [permission, level]);
}
