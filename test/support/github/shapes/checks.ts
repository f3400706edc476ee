import type { CheckRun, CheckSuite, CommitStatus, Pull, WorkflowRun } from '../model.ts';
import type { Annotation } from '../records.ts';
import { progressOf } from '../suites.ts';
import { accountOrNull, appShape } from './accounts.ts';
import { shortPullShape } from './pulls.ts';
import { apiOf, htmlOf } from './repository.ts';
import type { Site } from './site.ts';

/** A check run; `pulls` are those of the repository itself, since GitHub never tells of forks here. */
export function checkRunShape(site: Site, run: CheckRun, pulls: readonly Pull[]) {
  const { suite } = run;
  const url = `${apiOf(site, suite.repository)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: run.nodeId,
    head_sha: suite.sha,
    external_id: run.externalId,
    url,
    html_url: `${htmlOf(site, suite.repository)}/runs/${run.id}`,
    details_url: run.detailsUrl ?? null,
    status: run.status.toLowerCase(),
    conclusion: run.conclusion?.toLowerCase() ?? null,
    started_at: run.startedAt ?? null,
    completed_at: run.completedAt ?? null,
    output: {
      title: run.output.title ?? null,
      summary: run.output.summary ?? null,
      text: run.output.text ?? null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: suite.id },
    app: appShape(site, suite.app),
    pull_requests: pulls.map((pull) => shortPullShape(site, pull)),
  };
}

export function annotationShape(site: Site, run: CheckRun, annotation: Annotation) {
  const { repository, sha } = run.suite;
  return {
    path: annotation.path,
    blob_href: `${htmlOf(site, repository)}/blob/${sha}/${annotation.path}`,
    start_line: annotation.startLine,
    start_column: annotation.startColumn ?? null,
    end_line: annotation.endLine,
    end_column: annotation.endColumn ?? null,
    annotation_level: annotation.level.toLowerCase(),
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.rawDetails ?? null,
  };
}

/** A suite as it stands in webhooks. */
export function checkSuiteShape(site: Site, suite: CheckSuite, pulls: readonly Pull[]) {
  const url = `${apiOf(site, suite.repository)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: suite.nodeId,
    // GitHub knows neither the branch nor the pull request of a commit from a fork.
    head_branch: pulls[0]?.headRef ?? null,
    head_sha: suite.sha,
    ...shownProgress(suite),
    url,
    before: null,
    after: suite.sha,
    pull_requests: pulls.map((pull) => shortPullShape(site, pull)),
    app: appShape(site, suite.app),
    created_at: suite.createdAt,
    updated_at: updatedAt(suite),
    latest_check_runs_count: suite.runs.length,
    check_runs_url: `${url}/check-runs`,
  };
}

export function workflowRunShape(
  site: Site,
  given: { suite: CheckSuite; run: WorkflowRun; pulls: readonly Pull[] },
) {
  const { suite, run, pulls } = given;
  const api = apiOf(site, suite.repository);
  return {
    id: run.id,
    node_id: run.nodeId,
    name: run.workflow.name,
    path: run.workflow.path,
    head_branch: pulls[0]?.headRef ?? null,
    head_sha: suite.sha,
    run_number: run.runNumber,
    run_attempt: run.attempt,
    event: run.event,
    ...shownProgress(suite),
    workflow_id: run.workflow.id,
    check_suite_id: suite.id,
    check_suite_node_id: suite.nodeId,
    url: `${api}/actions/runs/${run.id}`,
    html_url: `${htmlOf(site, suite.repository)}/actions/runs/${run.id}`,
    pull_requests: pulls.map((pull) => shortPullShape(site, pull)),
    created_at: run.createdAt,
    updated_at: updatedAt(suite),
    run_started_at: run.createdAt,
    jobs_url: `${api}/actions/runs/${run.id}/jobs`,
  };
}

export function workflowShape(site: Site, suite: CheckSuite, { workflow, createdAt }: WorkflowRun) {
  const { id, nodeId, name, path } = workflow;
  const url = `${apiOf(site, suite.repository)}/actions/workflows/${id}`;
  const times = { created_at: createdAt, updated_at: createdAt };
  return { id, node_id: nodeId, name, path, state: 'active', ...times, url };
}

export function statusShape(site: Site, status: CommitStatus) {
  return {
    url: `${apiOf(site, status.repository)}/statuses/${status.sha}`,
    avatar_url: null,
    id: status.id,
    node_id: status.nodeId,
    state: status.state.toLowerCase(),
    description: status.description ?? null,
    target_url: status.targetUrl ?? null,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator: accountOrNull(site, status.creator),
  };
}

function shownProgress(suite: CheckSuite): { status: string; conclusion: string | null } {
  const { status, conclusion } = progressOf(suite);
  return { status: status.toLowerCase(), conclusion: conclusion?.toLowerCase() ?? null };
}

function updatedAt(suite: CheckSuite): string {
  return suite.runs.reduce(
    (last, { completedAt }) => ((completedAt ?? '') > last ? (completedAt ?? last) : last),
    suite.createdAt,
  );
}

/** A check run of GitHub Actions as the job that it is as well. */
export function jobShape(site: Site, given: { run: CheckRun; workflow: WorkflowRun }) {
  const { run, workflow } = given;
  const { repository, sha } = run.suite;
  const [api, html] = [apiOf(site, repository), htmlOf(site, repository)];
  return {
    id: run.id,
    run_id: workflow.id,
    workflow_name: workflow.workflow.name,
    head_branch: null,
    run_url: `${api}/actions/runs/${workflow.id}`,
    run_attempt: run.attempt,
    node_id: run.nodeId,
    head_sha: sha,
    url: `${api}/actions/jobs/${run.id}`,
    html_url: `${html}/actions/runs/${workflow.id}/job/${run.id}`,
    status: run.status.toLowerCase(),
    conclusion: run.conclusion?.toLowerCase() ?? null,
    created_at: run.suite.createdAt,
    started_at: run.startedAt ?? run.suite.createdAt,
    completed_at: run.completedAt ?? null,
    name: run.name,
    steps: run.began ? [setUp(run)] : [],
    check_run_url: `${api}/check-runs/${run.id}`,
    labels: ['ubuntu-latest'],
    runner_id: run.began ? 1 : 0,
    runner_name: run.began ? 'GitHub Actions 1' : '',
    runner_group_id: null,
    runner_group_name: null,
  };
}

/** The first step of each job that a runner took. */
function setUp(run: CheckRun) {
  return {
    name: 'Set up job',
    status: run.status === 'COMPLETED' ? 'completed' : 'in_progress',
    conclusion: run.status === 'COMPLETED' ? 'success' : null,
    number: 1,
    started_at: run.startedAt ?? null,
    completed_at: run.completedAt ?? null,
  };
}
