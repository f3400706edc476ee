import type { GraphQLFieldResolver, GraphQLTypeResolver } from 'graphql';
import { accountFields, appFields } from './accounts.ts';
import {
  checkRunFields,
  checkSuiteFields,
  rollupFields,
  statusFields,
  workflowFields,
  workflowRunFields,
} from './checks.ts';
import { blobFields, commitFields, refFields, treeEntryFields, treeFields } from './git-fields.ts';
import { mutationFields } from './mutations.ts';
import { notModelled } from './problem.ts';
import { pullCommitFields, pullFields } from './pulls.ts';
import { queryFields } from './query.ts';
import { repositoryFields } from './repositories.ts';
import { isSource, plain, typeNameOf } from './sources.ts';
import type { Args, ConnectionSource, Context, Fields } from './sources.ts';
import { issueCommentFields, reviewCommentFields, reviewFields, threadFields } from './talk.ts';

const types: Readonly<Record<string, Fields>> = {
  Query: queryFields,
  Mutation: mutationFields,
  User: accountFields,
  Bot: accountFields,
  Organization: accountFields,
  App: appFields,
  Repository: repositoryFields,
  PullRequest: pullFields,
  PullRequestCommit: pullCommitFields,
  Ref: refFields,
  Commit: commitFields,
  Tree: treeFields,
  TreeEntry: treeEntryFields,
  Blob: blobFields,
  StatusCheckRollup: rollupFields,
  CheckRun: checkRunFields,
  CheckSuite: checkSuiteFields,
  WorkflowRun: workflowRunFields,
  Workflow: workflowFields,
  StatusContext: statusFields,
  IssueComment: issueCommentFields,
  PullRequestReview: reviewFields,
  PullRequestReviewThread: threadFields,
  PullRequestReviewComment: reviewCommentFields,
};

/** Answers a field from the world; one that nobody taught this double is an error, never null. */
export const resolveField: GraphQLFieldResolver<unknown, Context, Args> = (
  source,
  args,
  context,
  { parentType, fieldName },
) => {
  if (isSource(source, 'Connection')) return connectionField(source, fieldName);
  if (isSource(source, 'Plain')) return valueAt(source.values, `${source.type}.${fieldName}`);
  const resolver = types[parentType.name]?.[fieldName];
  if (!resolver) throw notModelled(`the field ${parentType.name}.${fieldName}`);
  return resolver(source, args, context);
};

export const resolveType: GraphQLTypeResolver<unknown, Context> = typeNameOf;

function connectionField(source: ConnectionSource, name: string): unknown {
  const { totalCount, edges, hasNextPage, hasPreviousPage } = source;
  if (name === 'totalCount') return totalCount;
  if (name === 'nodes') return edges.map(({ node }) => node);
  if (name === 'edges') return edges.map((edge) => plain('Edge', edge));
  if (name !== 'pageInfo') return valueAt(source.more, `Connection.${name}`);
  return plain('PageInfo', {
    hasNextPage,
    hasPreviousPage,
    startCursor: edges[0]?.cursor,
    endCursor: edges.at(-1)?.cursor,
  });
}

// Names end with the field, after the dot that the type's name stands before.
function valueAt(values: Readonly<Record<string, unknown>>, place: string): unknown {
  const name = place.slice(place.indexOf('.') + 1);
  if (!Object.hasOwn(values, name)) throw notModelled(`the field ${place}`);
  return values[name];
}
