import * as z from 'zod';
import { type CheckRunChange, createCheckRun, rerunCheck, updateCheckRun } from '../checks.ts';
import type { CheckRun, Conclusion } from '../model.ts';
import type { Annotation } from '../records.ts';
import { annotationShape, checkRunShape } from '../shapes/checks.ts';
import { ownPullsAt } from '../shapes/pulls.ts';
import { repositoryRoutes } from './access.ts';
import { listAnswer, pageOf } from './pages.ts';
import { resolveCommit } from './repositories.ts';
import {
  type Answer,
  bodyOf,
  notFound,
  numberSegment,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const STATUSES = { queued: 'QUEUED', in_progress: 'IN_PROGRESS', completed: 'COMPLETED' } as const;
const LEVELS = { notice: 'NOTICE', warning: 'WARNING', failure: 'FAILURE' } as const;
const CONCLUSIONS = {
  action_required: 'ACTION_REQUIRED',
  cancelled: 'CANCELLED',
  failure: 'FAILURE',
  neutral: 'NEUTRAL',
  success: 'SUCCESS',
  skipped: 'SKIPPED',
  timed_out: 'TIMED_OUT',
} as const satisfies Readonly<Record<string, Conclusion>>;

const annotation = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  start_column: z.int().nullish(),
  end_column: z.int().nullish(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string().max(65_536),
  title: z.string().max(255).nullish(),
  raw_details: z.string().max(65_536).nullish(),
});
const output = z.object({
  title: z.string().optional(),
  summary: z.string().max(65_535),
  text: z.string().max(65_535).nullish(),
  annotations: z.array(annotation).max(50, 'must have at most 50 items').optional(),
});
const change = z.object({
  name: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: z
    .enum(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'])
    .optional(),
  started_at: z.iso.datetime().optional(),
  completed_at: z.iso.datetime().optional(),
  external_id: z.string().optional(),
  details_url: z.url().optional(),
  output: output.optional(),
  actions: z
    .array(
      z.object({
        label: z.string().max(20),
        description: z.string().max(40),
        identifier: z.string().max(20),
      }),
    )
    .max(3)
    .optional(),
});
const creation = change.extend({ name: z.string().min(1), head_sha: z.string() });

export const checkRoutes: readonly Route[] = [
  repositoryRoutes.post('/check-runs', ['checks', 'write'], makeRun),
  repositoryRoutes.get('/check-runs/{check_run_id}', ['checks', 'read'], showRun),
  repositoryRoutes.patch('/check-runs/{check_run_id}', ['checks', 'write'], changeRun),
  repositoryRoutes.get(
    '/check-runs/{check_run_id}/annotations',
    ['checks', 'read'],
    listAnnotations,
  ),
  repositoryRoutes.post('/check-runs/{check_run_id}/rerequest', ['checks', 'write'], rerequest),
  repositoryRoutes.get('/commits/{ref}/check-runs', ['checks', 'read'], listRuns),
];

/** The run of this number in the repository. */
export function runOf(call: RepositoryCall, id: number): CheckRun {
  const { world, repository } = call;
  const found = world.nodes.get(world.ids.nodeId('CR', id));
  if (found?.kind !== 'CheckRun' || found.suite.repository !== repository) throw notFound();
  return found;
}

function makeRun(call: RepositoryCall): Answer {
  const given = bodyOf(call, creation);
  if (call.token.kind !== 'installation') {
    throw new Refusal(403, 'You must authenticate via a GitHub App.');
  }
  if (call.repository.git.commit(given.head_sha) === undefined) {
    throw new Refusal(422, `No commit found for SHA: ${given.head_sha}`);
  }
  const { app } = call.token.installation;
  const plan = { ...changeOf(given), name: given.name, sha: given.head_sha, app };
  const run = createCheckRun(call.world, call.repository, plan);
  return { status: 201, body: runShape(call, run) };
}

function showRun(call: RepositoryCall): Answer {
  return { status: 200, body: runShape(call, runOf(call, numberSegment(call, 'check_run_id'))) };
}

function changeRun(call: RepositoryCall): Answer {
  const run = runOf(call, numberSegment(call, 'check_run_id'));
  if (call.token.kind !== 'installation' || call.token.installation.app !== run.suite.app) {
    throw new Refusal(
      403,
      'Invalid app_id - check run can only be modified by the GitHub App that created it.',
    );
  }
  updateCheckRun(call.world, run, changeOf(bodyOf(call, change)));
  return { status: 200, body: runShape(call, run) };
}

function listAnnotations(call: RepositoryCall): Answer {
  const run = runOf(call, numberSegment(call, 'check_run_id'));
  return listAnswer(call, run.annotations, (found) => annotationShape(call.site, run, found));
}

function rerequest(call: RepositoryCall): Answer {
  const run = runOf(call, numberSegment(call, 'check_run_id'));
  if (run.status !== 'COMPLETED') throw new Refusal(422, 'This check run is not rerequestable');
  rerunCheck(call.world, run, call.sender);
  return { status: 201, body: {} };
}

function listRuns(call: RepositoryCall): Answer {
  const { query, repository } = call;
  const sha = resolveCommit(repository, segment(call, 'ref'));
  if (sha === undefined) throw notFound();
  const [name, status, appId] = [query.get('check_name'), query.get('status'), query.get('app_id')];
  const latest = (query.get('filter') ?? 'latest') === 'latest';
  const found = (repository.suites.get(sha) ?? [])
    .flatMap(({ runs }) => runs)
    .filter((run) => !(latest && run.superseded))
    .filter((run) => name === null || run.name === name)
    .filter((run) => status === null || run.status.toLowerCase() === status)
    .filter((run) => appId === null || String(run.suite.app.id) === appId)
    .toReversed();
  const page = pageOf(call, found);
  const check_runs = page.items.map((run) => runShape(call, run));
  return { status: 200, body: { total_count: found.length, check_runs }, headers: page.headers };
}

function runShape(call: RepositoryCall, run: CheckRun) {
  return checkRunShape(call.site, run, ownPullsAt(call.repository, run.suite.sha));
}

function changeOf(given: z.infer<typeof change>): CheckRunChange {
  if (given.status === 'completed' && given.conclusion === undefined) {
    throw new Refusal(422, 'Invalid request.\n\nMissing a `conclusion` for a completed check run.');
  }
  const { annotations = [], title, summary, text } = given.output ?? {};
  return {
    name: given.name,
    status: given.status && STATUSES[given.status],
    conclusion: given.conclusion && CONCLUSIONS[given.conclusion],
    startedAt: given.started_at,
    completedAt: given.completed_at,
    externalId: given.external_id,
    detailsUrl: given.details_url,
    output: given.output && { title, summary, text: text ?? undefined },
    annotations: annotations.map((item) => annotationOf(item)),
  };
}

function annotationOf(given: z.infer<typeof annotation>): Annotation {
  return {
    path: given.path,
    startLine: given.start_line,
    endLine: given.end_line,
    level: LEVELS[given.annotation_level],
    message: given.message,
    startColumn: given.start_column ?? undefined,
    endColumn: given.end_column ?? undefined,
    title: given.title ?? undefined,
    rawDetails: given.raw_details ?? undefined,
  };
}
