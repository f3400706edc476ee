import type { App } from './identity.ts';
import type {
  CheckStatus,
  CheckSuite,
  Conclusion,
  Repository,
  Workflow,
  WorkflowRun,
} from './model.ts';
import { register } from './residents.ts';
import type { World } from './world.ts';

export interface WorkflowPlan {
  readonly name: string;
  readonly path?: string;
  readonly event?: string;
}

interface SuitePlan {
  readonly sha: string;
  readonly app: App;
  readonly workflow?: WorkflowPlan | undefined;
}

/**
 * The suite that a new check belongs to. Jobs of one workflow that runs for one event share a suite; a job that is in
 * it already means that the workflow was started anew. Other Apps have one suite for each commit.
 */
export function openSuite(
  world: World,
  repository: Repository,
  plan: SuitePlan & { readonly name: string },
): CheckSuite {
  const workflow = plan.workflow && workflowOf(world, repository, plan.workflow);
  const event = plan.workflow && eventOf(plan.workflow);
  const last = repository.suites
    .get(plan.sha)
    ?.findLast(
      ({ app, workflowRun }) =>
        app === plan.app && workflowRun?.workflow === workflow && workflowRun?.event === event,
    );
  const startedAnew = workflow !== undefined && last?.runs.some(({ name }) => name === plan.name);
  return last && startedAnew !== true ? last : makeSuite(world, repository, plan);
}

/** A suite without any run: what GitHub makes for a run of a workflow, and for each App that may report checks. */
export function makeSuite(
  world: World,
  repository: Repository,
  {
    sha,
    app,
    workflow,
    own = { status: 'QUEUED', conclusion: undefined },
  }: SuitePlan & Partial<Pick<CheckSuite, 'own'>>,
): CheckSuite {
  const id = world.ids.next();
  const suite = register(world, {
    kind: 'CheckSuite',
    id,
    nodeId: world.ids.nodeId('CS', id),
    repository,
    app,
    sha,
    createdAt: world.now(),
    runs: [],
    own,
    workflowRun:
      workflow && startWorkflow(world, workflowOf(world, repository, workflow), eventOf(workflow)),
  });
  repository.suites.set(sha, [...(repository.suites.get(sha) ?? []), suite]);
  return suite;
}

/** All suites of a commit. Each App that may report checks is asked to with each push, whether it ever does or not. */
export function allSuites(world: World, repository: Repository, sha: string): CheckSuite[] {
  const made = repository.suites.get(sha) ?? [];
  const asked = [...world.installations.values()].filter(
    ({ app, account, permissions }) =>
      account === repository.owner &&
      permissions['checks'] === 'write' &&
      made.every((suite) => suite.app !== app),
  );
  const silent = asked.map(({ app }): CheckSuite => {
    const nodeId = world.ids.nodeId(`CS_${app.slug}`, repository.id);
    const never = {
      runs: [],
      workflowRun: undefined,
      own: { status: 'QUEUED', conclusion: undefined } as const,
    };
    const createdAt = repository.createdAt;
    return { kind: 'CheckSuite', id: app.id, nodeId, repository, app, sha, createdAt, ...never };
  });
  return [...made, ...silent];
}

const worstFirst: readonly Conclusion[] = [
  'FAILURE',
  'TIMED_OUT',
  'STARTUP_FAILURE',
  'ACTION_REQUIRED',
  'CANCELLED',
  'STALE',
  'NEUTRAL',
  'SUCCESS',
  'SKIPPED',
];

/** The worst of its runs, as GitHub sums a suite up; without any, what GitHub says itself. */
export function progressOf({ runs, own }: Pick<CheckSuite, 'own' | 'runs'>): {
  readonly status: CheckStatus;
  readonly conclusion: Conclusion | undefined;
} {
  const standing = runs.filter(({ superseded }) => !superseded);
  // A suite whose workflow was started anew stays as it ended.
  const current = standing.length > 0 ? standing : runs;
  if (current.length === 0) return { status: own.status, conclusion: own.conclusion };
  if (current.some(({ status }) => status !== 'COMPLETED') || own.status === 'IN_PROGRESS')
    return { status: 'IN_PROGRESS', conclusion: undefined };
  const found = new Set(current.map(({ conclusion }) => conclusion));
  const conclusion = worstFirst.find((word) => found.has(word)) ?? 'SUCCESS';
  return { status: 'COMPLETED', conclusion };
}

/** Unless it is said, what a workflow runs for. */
function eventOf({ event = 'pull_request' }: WorkflowPlan): string {
  return event;
}

function workflowOf(world: World, repository: Repository, plan: WorkflowPlan): Workflow {
  const path = plan.path ?? `.github/workflows/${plan.name.toLowerCase().replaceAll(' ', '-')}.yml`;
  const known = repository.workflows.get(path);
  if (known) return known;
  const id = world.ids.next();
  const nodeId = world.ids.nodeId('W', id);
  const workflow = register(world, {
    kind: 'Workflow',
    id,
    nodeId,
    name: plan.name,
    path,
    runs: 0,
  });
  repository.workflows.set(path, workflow);
  return workflow;
}

function startWorkflow(world: World, workflow: Workflow, event: string): WorkflowRun {
  const id = world.ids.next();
  workflow.runs += 1;
  return register(world, {
    kind: 'WorkflowRun',
    id,
    nodeId: world.ids.nodeId('WFR', id),
    runNumber: workflow.runs,
    attempt: 1,
    event,
    workflow,
    createdAt: world.now(),
  });
}
