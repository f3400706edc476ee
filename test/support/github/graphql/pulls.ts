import * as z from 'zod';
import { diffStat } from '../diff-stat.ts';
import { commitsBetween } from '../history.ts';
import { baseTip, mergeabilityOf, mergeStateOf } from '../mergeability.ts';
import type { Pull } from '../model.ts';
import { latestReviews, reviewDecisionOf } from '../requirements.ts';
import { associationOf } from './accounts.ts';
import { connectById, connectInOrder, onlyArgs, pageArgNames } from './connection.ts';
import { rollupSource } from './git-fields.ts';
import { branchRef, fullName } from './repositories.ts';
import { fieldsOf, plain } from './sources.ts';
import type { Fields } from './sources.ts';

const own = fieldsOf('PullRequest', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  number: ({ number }) => number,
  url: (pull, _args, { webUrl }) => `${webUrl}/${fullName(pull.repository)}/pull/${pull.number}`,
  title: ({ title }) => title,
  body: ({ body }) => body,
  state: ({ state }) => state,
  closed: ({ state }) => state !== 'OPEN',
  isDraft: ({ draft }) => draft,
  locked: ({ locked }) => locked,
  merged: ({ state }) => state === 'MERGED',
  mergedAt: ({ mergedAt }) => mergedAt,
  mergedBy: ({ mergedBy }) => mergedBy,
  closedAt: ({ closedAt }) => closedAt,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  author: ({ author }) => author,
  authorAssociation: (pull) => associationOf(pull, pull.author),
  isInMergeQueue: ({ inMergeQueue }) => inMergeQueue,
  autoMergeRequest: ({ autoMerge }) =>
    autoMerge &&
    plain('AutoMergeRequest', { enabledAt: autoMerge.enabledAt, mergeMethod: autoMerge.method }),
  maintainerCanModify: ({ maintainerCanModify }) => maintainerCanModify,
  repository: ({ repository }) => repository,
});

const branches = fieldsOf('PullRequest', {
  headRefName: ({ headRef }) => headRef,
  headRefOid: ({ headSha }) => headSha,
  headRef: ({ headRepository, headRef }) => headRepository && branchRef(headRepository, headRef),
  headRepository: ({ headRepository }) => headRepository,
  headRepositoryOwner: ({ headRepository }) => headRepository?.owner,
  isCrossRepository: ({ headRepository, repository }) => headRepository !== repository,
  baseRefName: ({ baseRef }) => baseRef,
  baseRefOid: ({ baseSha }) => baseSha,
  baseRef: ({ repository, baseRef }) => branchRef(repository, baseRef),
  baseRepository: ({ repository }) => repository,
  additions: async (pull) => (await diffStat(pull)).additions,
  deletions: async (pull) => (await diffStat(pull)).deletions,
  changedFiles: async (pull) => (await diffStat(pull)).changedFiles,
  mergeable: async (pull, _args, { world }) => (await mergeabilityOf(world, pull)).mergeable,
  mergeStateStatus: (pull, _args, { world }) => mergeStateOf(world, pull),
  potentialMergeCommit: async (pull, _args, { world }) =>
    commitIn(pull, (await mergeabilityOf(world, pull)).mergeSha),
  mergeCommit: (pull) => commitIn(pull, pull.mergedSha),
  commits: (pull, args) =>
    connectInOrder(commitsOf(pull), args, (sha) => ({
      kind: 'PullRequestCommit',
      pull,
      commit: commitIn(pull, sha),
    })),
  statusCheckRollup: ({ repository, headSha }) => rollupSource({ repository, sha: headSha }),
});

const conversation = fieldsOf('PullRequest', {
  reviewDecision: reviewDecisionOf,
  labels: ({ labels }, args) => connectById(labels.values(), args, { nodeOf: labelNode }),
  timelineItems: ({ labelled }, args) => {
    onlyArgs(args, [...pageArgNames, 'itemTypes'], 'timelineItems');
    z.object({ itemTypes: z.tuple([z.literal('LABELED_EVENT')]) }).parse(args);
    return connectById(labelled, args, {
      nodeOf: ({ actor, at, label }) =>
        plain('LabeledEvent', { actor, createdAt: at, label: labelNode(label) }),
    });
  },
  reviewRequests: ({ reviewRequests }, args) =>
    connectById(reviewRequests, args, {
      nodeOf: (requestedReviewer) => plain('ReviewRequest', { requestedReviewer }),
    }),
  reviews: ({ reviews }, args) => {
    onlyArgs(args, [...pageArgNames, 'states'], 'reviews');
    const { states } = z.object({ states: z.array(z.string()).nullish() }).parse(args);
    return connectById(
      reviews.filter(({ state }) => states?.includes(state) ?? true),
      args,
    );
  },
  latestReviews: (pull, args) => connectById(latestReviews(pull), args),
  reviewThreads: ({ threads }, args) => connectById(threads, args),
  comments: ({ comments }, args) => {
    onlyArgs(args, pageArgNames, 'comments');
    return connectById(comments, args);
  },
});

/** Everything of a pull request. */
export const pullFields: Fields = { ...own, ...branches, ...conversation };

export const pullCommitFields = fieldsOf('PullRequestCommit', {
  commit: ({ commit }) => commit,
  pullRequest: ({ pull }) => pull,
});

function labelNode(label: {
  readonly nodeId: string;
  readonly name: string;
  readonly color: string;
}) {
  return plain('Label', { id: label.nodeId, name: label.name, color: label.color });
}

function commitIn({ repository }: Pull, sha: string | undefined) {
  return sha === undefined ? undefined : { kind: 'Commit', repository, sha };
}

// Oldest first, as GitHub lists them. What was merged keeps its commits, though its base has them now.
function commitsOf(pull: Pull): readonly string[] {
  const base = pull.state === 'MERGED' ? pull.baseSha : (baseTip(pull) ?? pull.baseSha);
  return commitsBetween(pull.repository.git, base, pull.headSha).toReversed();
}
