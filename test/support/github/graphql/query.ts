import * as z from 'zod';
import type { Repository, WorldNode } from '../model.ts';
import { isoSeconds } from '../residents.ts';
import { demand, sees, viewerOf } from './access.ts';
import { problem } from './problem.ts';
import { findRepository } from './repositories.ts';
import { plain } from './sources.ts';
import type { Context, Fields } from './sources.ts';

export const queryFields: Fields = {
  rateLimit: (_source, _args, { cost, points }) =>
    plain('RateLimit', {
      cost: cost.points,
      nodeCount: cost.nodes,
      limit: points.limit,
      used: points.used,
      remaining: points.remaining,
      resetAt: isoSeconds(points.resetsAt),
    }),
  viewer: (_source, _args, context) => viewerOf(context),
  repository: findRepository,
  node: (_source, args, context) => nodeOf(z.object({ id: z.string() }).parse(args).id, context),
  nodes: (_source, args, context) =>
    // Each id that leads nowhere is an error of its own; the others are answered.
    z
      .object({ ids: z.array(z.string()) })
      .parse(args)
      .ids.map((id) => settled(() => nodeOf(id, context))),
};

/** Finds anything that has a node id, if the token may know of it. */
export function nodeOf(id: string, context: Context): WorldNode {
  const node = context.world.nodes.get(id);
  const repository = node && repositoryOf(node);
  if (!node || (repository && !sees(context, repository))) {
    throw problem('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
  }
  const permission = permissions[node.kind];
  if (repository && permission !== undefined) demand(context, repository, [permission, 'read']);
  return node;
}

const permissions: Readonly<Record<WorldNode['kind'], string | undefined>> = {
  Account: undefined,
  App: undefined,
  Repository: undefined,
  PullRequest: 'pull_requests',
  IssueComment: 'pull_requests',
  PullRequestReview: 'pull_requests',
  PullRequestReviewThread: 'pull_requests',
  PullRequestReviewComment: 'pull_requests',
  CheckSuite: 'checks',
  CheckRun: 'checks',
  WorkflowRun: 'actions',
  Workflow: 'actions',
  StatusContext: 'statuses',
};

function repositoryOf(node: WorldNode): Repository | undefined {
  switch (node.kind) {
    case 'Repository':
      return node;
    case 'PullRequest':
    case 'CheckSuite':
    case 'StatusContext':
      return node.repository;
    case 'IssueComment':
    case 'PullRequestReview':
    case 'PullRequestReviewThread':
      return node.pull.repository;
    case 'PullRequestReviewComment':
      return node.thread.pull.repository;
    case 'CheckRun':
      return node.suite.repository;
    case 'Account':
    case 'App':
    case 'WorkflowRun':
    case 'Workflow':
      return undefined;
  }
}

function settled(find: () => WorldNode): WorldNode | Error {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
