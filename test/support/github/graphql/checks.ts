import * as z from 'zod';
import type { CheckRun, Pull, Repository } from '../model.ts';
import { isRequired } from '../requirements.ts';
import { progressOf } from '../suites.ts';
import type { RollupContext } from '../rollup.ts';
import { mayDo } from '../rest/access.ts';
import { demand } from './access.ts';
import { connectById, connectInOrder, onlyArgs, pageArgNames } from './connection.ts';
import { notModelled, problem } from './problem.ts';
import { fullName } from './repositories.ts';
import { fieldsOf, isSource, plain } from './sources.ts';
import type { Args, Context, PlainSource, RollupSource } from './sources.ts';

export const rollupFields = fieldsOf('StatusCheckRollup', {
  state: ({ rollup }) => rollup.state,
  commit: ({ repository, sha }) => ({ kind: 'Commit', repository, sha }),
  contexts: ({ rollup, repository }, args, context) =>
    connectById(rollup.contexts, args, {
      // Each check that may not be read is an error of its own; the others are answered.
      nodeOf: (node) => (isReadable(context, repository, node) ? node : forbidden(context)),
      more: countsOf(rollup),
    }),
});

export const checkRunFields = fieldsOf('CheckRun', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  conclusion: ({ conclusion }) => conclusion,
  startedAt: ({ startedAt }) => startedAt,
  completedAt: ({ completedAt }) => completedAt,
  detailsUrl: ({ detailsUrl }) => detailsUrl,
  externalId: ({ externalId }) => externalId,
  title: ({ output }) => output.title,
  summary: ({ output }) => output.summary,
  text: ({ output }) => output.text,
  url: (run, _args, { webUrl }) => `${webUrl}/${fullName(run.suite.repository)}/runs/${run.id}`,
  repository: ({ suite }) => suite.repository,
  checkSuite: ({ suite }) => suite,
  isRequired: (run, args, context) => isRequired(pullOf(run.suite.repository, args, context), run),
  annotations: ({ annotations }, args) => {
    onlyArgs(args, pageArgNames, 'annotations');
    return connectInOrder(annotations, args, annotationNode);
  },
});

export const checkSuiteFields = fieldsOf('CheckSuite', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  app: ({ app }) => app,
  status: (suite) => progressOf(suite).status,
  conclusion: (suite) => progressOf(suite).conclusion,
  commit: ({ repository, sha }) => ({ kind: 'Commit', repository, sha }),
  createdAt: ({ createdAt }) => createdAt,
  repository: ({ repository }) => repository,
  workflowRun: ({ workflowRun, repository }, _args, context) => {
    demand(context, repository, ['actions', 'read']);
    return workflowRun;
  },
});

export const workflowRunFields = fieldsOf('WorkflowRun', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  runNumber: ({ runNumber }) => runNumber,
  event: ({ event }) => event,
  createdAt: ({ createdAt }) => createdAt,
  file: ({ workflow }) => plain('WorkflowRunFile', { path: workflow.path }),
  workflow: ({ workflow }) => workflow,
});

export const workflowFields = fieldsOf('Workflow', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
});

export const statusFields = fieldsOf('StatusContext', {
  id: ({ nodeId }) => nodeId,
  context: ({ context }) => context,
  state: ({ state }) => state,
  description: ({ description }) => description,
  targetUrl: ({ targetUrl }) => targetUrl,
  createdAt: ({ createdAt }) => createdAt,
  creator: ({ creator }) => creator,
  commit: ({ repository, sha }) => ({ kind: 'Commit', repository, sha }),
  isRequired: (status, args, context) =>
    isRequired(pullOf(status.repository, args, context), status),
});

function isReadable(context: Context, repository: Repository, node: RollupContext): boolean {
  const permission = node.kind === 'CheckRun' ? 'checks' : 'statuses';
  return mayDo(context.token, repository, [permission, 'read']);
}

function forbidden({ token }: Context): Error {
  const who = token.kind === 'installation' ? 'integration' : 'personal access token';
  return problem('FORBIDDEN', `Resource not accessible by ${who}`);
}

function countsOf({ contexts }: RollupSource['rollup']) {
  const runs = contexts.filter((context) => context.kind === 'CheckRun');
  const statuses = contexts.filter((context) => context.kind === 'StatusContext');
  return {
    checkRunCount: runs.length,
    checkRunCountsByState: countBy(runs.map(runState), 'CheckRunStateCount'),
    statusContextCount: statuses.length,
    statusContextCountsByState: countBy(
      statuses.map(({ state }) => state),
      'StatusContextStateCount',
    ),
  };
}

function runState(run: CheckRun): string {
  return run.status === 'COMPLETED' ? (run.conclusion ?? 'COMPLETED') : run.status;
}

function countBy(states: readonly string[], type: string): readonly PlainSource[] {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => plain(type, { state, count }));
}

const pullArgs = z.object({
  pullRequestNumber: z.int().nullish(),
  pullRequestId: z.string().nullish(),
});

function pullOf(repository: Repository, args: Args, { world }: Context): Pull {
  const { pullRequestNumber, pullRequestId } = pullArgs.parse(args);
  if (pullRequestNumber === undefined && pullRequestId === undefined) {
    throw notModelled('isRequired without a pull request');
  }
  const byId = world.nodes.get(pullRequestId ?? '');
  if (isSource(byId, 'PullRequest')) return byId;
  const pull = repository.pulls.get(pullRequestNumber ?? 0);
  if (pull) return pull;
  throw problem('NOT_FOUND', `Could not resolve to a PullRequest of ${fullName(repository)}.`);
}

function annotationNode(annotation: CheckRun['annotations'][number]): PlainSource {
  const { path, level, message, title, rawDetails, ...place } = annotation;
  return plain('CheckAnnotation', {
    path,
    message,
    title,
    rawDetails,
    annotationLevel: level,
    location: plain('CheckAnnotationSpan', {
      start: position(place.startLine, place.startColumn),
      end: position(place.endLine, place.endColumn),
    }),
  });
}

function position(line: number, column: number | undefined): PlainSource {
  return plain('CheckAnnotationPosition', { line, column });
}
