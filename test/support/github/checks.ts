import type { Account, App } from './identity.ts';
import type {
  CheckOutput,
  CheckRun,
  CheckStatus,
  CheckSuite,
  CommitStatus,
  Conclusion,
  Repository,
} from './model.ts';
import type { Annotation } from './records.ts';
import { register } from './residents.ts';
import { stateOfContext } from './rollup.ts';
import { openSuite } from './suites.ts';
import type { WorkflowPlan } from './suites.ts';
import type { World } from './world.ts';

export interface CheckRunChange {
  readonly name?: string | undefined;
  readonly status?: CheckStatus | undefined;
  /** Completes the run. */
  readonly conclusion?: Conclusion | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly externalId?: string | undefined;
  readonly detailsUrl?: string | undefined;
  /** Replaces only what it names. */
  readonly output?:
    | { readonly [Part in keyof CheckOutput]?: CheckOutput[Part] | undefined }
    | undefined;
  /** Come after those that are there. */
  readonly annotations?: readonly Annotation[] | undefined;
  readonly log?: string | undefined;
  /** False: no runner ever takes the job. */
  readonly began?: boolean | undefined;
}

export interface NewCheckRun extends CheckRunChange {
  readonly sha: string;
  readonly name: string;
  readonly app: App;
  /** For GitHub Actions: the workflow whose job it is. */
  readonly workflow?: WorkflowPlan | undefined;
  /** Put beside the runs that are in it, also beside those of its name. */
  readonly suite?: CheckSuite | undefined;
}

/** Starts a check of a commit; an older one of the same name is superseded by it. */
export function createCheckRun(world: World, repository: Repository, plan: NewCheckRun): CheckRun {
  if (plan.suite !== undefined) return addRun(world, plan.suite, plan);
  const suite = openSuite(world, repository, plan);
  supersede(suite, plan);
  return addRun(world, suite, plan);
}

/** Changes a check; its suite, and the workflow run, end with the last of its runs. */
export function updateCheckRun(world: World, run: CheckRun, change: CheckRunChange): void {
  const wasCompleted = run.status === 'COMPLETED';
  applyChange(world, run, change);
  if (run.status !== 'COMPLETED' || wasCompleted) return;
  tellRun(world, run, 'completed');
  endSuite(world, run.suite);
}

/** Lets a check run again: Actions start a new attempt at once, other Apps are asked to. */
export function rerunCheck(world: World, run: CheckRun, sender: Account): CheckRun | undefined {
  const { repository, workflowRun } = run.suite;
  if (workflowRun) workflowRun.attempt += 1;
  else {
    world.emit({ type: 'check_run', action: 'rerequested', repository, sender, run });
    if (repository.hooks.rerun.length === 0) return undefined;
  }
  return runAgain(world, run);
}

/** Starts one new attempt of a workflow run for all of its jobs that failed. */
export function rerunFailedJobs(world: World, suite: CheckSuite): readonly CheckRun[] {
  if (!suite.workflowRun) throw new Error('Only a suite of GitHub Actions has jobs');
  suite.workflowRun.attempt += 1;
  const standing = suite.runs.filter((run) => !run.superseded);
  return standing
    .filter((run) => stateOfContext(run) === 'FAILURE')
    .map((run) => runAgain(world, run));
}

export interface NewStatus {
  readonly sha: string;
  readonly context: string;
  readonly state: CommitStatus['state'];
  readonly creator: Account;
  readonly description?: string | undefined;
  readonly targetUrl?: string | undefined;
}

/** Says something about a commit in the older way; the last word of a context counts. */
export function addStatus(world: World, repository: Repository, plan: NewStatus): CommitStatus {
  const id = world.ids.next();
  const status = register(world, {
    kind: 'StatusContext',
    id,
    nodeId: world.ids.nodeId('SC', id),
    repository,
    sha: plan.sha,
    context: plan.context,
    state: plan.state,
    description: plan.description,
    targetUrl: plan.targetUrl,
    creator: plan.creator,
    createdAt: world.now(),
  });
  repository.statuses.set(plan.sha, [...(repository.statuses.get(plan.sha) ?? []), status]);
  world.emit({ type: 'status', repository, sender: plan.creator, status });
  return status;
}

function runAgain(world: World, run: CheckRun): CheckRun {
  const { name, detailsUrl, externalId, suite } = run;
  supersede(suite, run);
  const again = addRun(world, suite, {
    name,
    externalId,
    status: 'QUEUED',
    ...(detailsUrl !== undefined && { detailsUrl }),
  });
  for (const hook of suite.repository.hooks.rerun) {
    world.background((async () => hook(again))());
  }
  return again;
}

function addRun(
  world: World,
  suite: CheckSuite,
  plan: CheckRunChange & { readonly name: string },
): CheckRun {
  const id = world.ids.next();
  const run: CheckRun = register(world, {
    kind: 'CheckRun',
    id,
    nodeId: world.ids.nodeId('CR', id),
    suite,
    name: plan.name,
    status: plan.status ?? 'QUEUED',
    conclusion: undefined,
    startedAt: plan.startedAt ?? world.now(),
    completedAt: undefined,
    externalId: plan.externalId ?? '',
    detailsUrl: plan.detailsUrl,
    output: { title: undefined, summary: undefined, text: undefined },
    annotations: [],
    log: undefined,
    superseded: false,
    began: plan.began ?? true,
    attempt: suite.workflowRun?.attempt ?? 1,
  });
  suite.runs.push(run);
  tellRun(world, run, 'created');
  updateCheckRun(world, run, plan);
  return run;
}

/** A new run stands in the place of those of its name that the same App or workflow made for the same event. */
function supersede(suite: CheckSuite, { name }: { readonly name: string }): void {
  const suites = suite.repository.suites.get(suite.sha) ?? [];
  const { workflow, event } = suite.workflowRun ?? {};
  for (const { app, workflowRun, runs } of suites) {
    if (app !== suite.app || workflowRun?.workflow !== workflow || workflowRun?.event !== event)
      continue;
    for (const older of runs) if (older.name === name) older.superseded = true;
  }
}

function applyChange(world: World, run: CheckRun, change: CheckRunChange): void {
  run.name = change.name ?? run.name;
  run.status = change.conclusion === undefined ? (change.status ?? run.status) : 'COMPLETED';
  run.conclusion = change.conclusion ?? (run.status === 'COMPLETED' ? run.conclusion : undefined);
  run.startedAt = change.startedAt ?? run.startedAt;
  run.externalId = change.externalId ?? run.externalId;
  run.detailsUrl = change.detailsUrl ?? run.detailsUrl;
  run.output = {
    title: change.output?.title ?? run.output.title,
    summary: change.output?.summary ?? run.output.summary,
    text: change.output?.text ?? run.output.text,
  };
  run.annotations.push(...(change.annotations ?? []));
  run.log = change.log ?? run.log;
  run.completedAt =
    run.status === 'COMPLETED' ? (change.completedAt ?? run.completedAt ?? world.now()) : undefined;
}

function tellRun(world: World, run: CheckRun, action: 'created' | 'completed'): void {
  const { repository, app } = run.suite;
  world.emit({ type: 'check_run', action, repository, sender: app.bot, run });
}

function endSuite(world: World, suite: CheckSuite): void {
  if (suite.runs.some((run) => !run.superseded && run.status !== 'COMPLETED')) return;
  const event = { action: 'completed', repository: suite.repository, suite } as const;
  const sender = suite.app.bot;
  if (suite.workflowRun) world.emit({ type: 'workflow_run', ...event, sender });
  world.emit({ type: 'check_suite', ...event, sender });
}
