import { rerunCheck, rerunFailedJobs } from '../checks.ts';
import type { CheckRun, CheckSuite, WorkflowRun } from '../model.ts';
import { jobShape } from '../shapes/checks.ts';
import { repositoryRoutes } from './access.ts';
import { runOf } from './checks.ts';
import { pageOf } from './pages.ts';
import {
  type Answer,
  notFound,
  numberSegment,
  Refusal,
  type RepositoryCall,
  type Route,
} from './route.ts';

export const actionRoutes: readonly Route[] = [
  repositoryRoutes.get('/actions/jobs/{job_id}', ['actions', 'read'], showJob),
  repositoryRoutes.get('/actions/jobs/{job_id}/logs', ['actions', 'read'], redirectToLog),
  repositoryRoutes.post('/actions/jobs/{job_id}/rerun', ['actions', 'write'], rerunJob),
  repositoryRoutes.get('/actions/runs/{run_id}/jobs', ['actions', 'read'], listJobs),
  repositoryRoutes.post(
    '/actions/runs/{run_id}/rerun-failed-jobs',
    ['actions', 'write'],
    rerunFailed,
  ),
];

interface Job {
  readonly run: CheckRun;
  readonly workflow: WorkflowRun;
}

function showJob(call: RepositoryCall): Answer {
  return { status: 200, body: jobShape(call.site, jobOf(call)) };
}

function redirectToLog(call: RepositoryCall): Answer {
  const { run } = jobOf(call);
  if (run.log === undefined) {
    throw run.status === 'COMPLETED'
      ? new Refusal(410, 'Server Error - log has expired')
      : notFound();
  }
  const path = call.logLinks.make(run, call.limits.logLinkMs);
  return { status: 302, headers: { location: `${call.site.url}${path}` } };
}

function rerunJob(call: RepositoryCall): Answer {
  const { run } = jobOf(call);
  if (run.superseded || run.status !== 'COMPLETED') {
    throw new Refusal(403, 'The workflow run containing this job is already running');
  }
  rerunCheck(call.world, run, call.sender);
  return { status: 201, body: {} };
}

function listJobs(call: RepositoryCall): Answer {
  const { suite, workflow } = workflowRunOf(call);
  const all = call.query.get('filter') === 'all';
  const found = suite.runs.filter(({ superseded }) => all || !superseded);
  const page = pageOf(call, found);
  const jobs = page.items.map((run) => jobShape(call.site, { run, workflow }));
  return { status: 200, body: { total_count: found.length, jobs }, headers: page.headers };
}

function rerunFailed(call: RepositoryCall): Answer {
  const { suite } = workflowRunOf(call);
  if (suite.runs.some(({ superseded, status }) => !superseded && status !== 'COMPLETED')) {
    throw new Refusal(403, 'This workflow is already running');
  }
  rerunFailedJobs(call.world, suite);
  return { status: 201, body: {} };
}

function jobOf(call: RepositoryCall): Job {
  const run = runOf(call, numberSegment(call, 'job_id'));
  const workflow = run.suite.workflowRun;
  if (workflow === undefined) throw notFound();
  return { run, workflow };
}

function workflowRunOf(call: RepositoryCall): { suite: CheckSuite; workflow: WorkflowRun } {
  const id = numberSegment(call, 'run_id');
  for (const suites of call.repository.suites.values()) {
    const suite = suites.find(({ workflowRun }) => workflowRun?.id === id);
    if (suite?.workflowRun !== undefined) return { suite, workflow: suite.workflowRun };
  }
  throw notFound();
}
