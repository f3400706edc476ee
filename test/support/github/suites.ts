import type { App } from './identity.ts';
import type { CheckSuite, Repository, Workflow, WorkflowRun } from './model.ts';
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
  readonly name: string;
  readonly workflow?: WorkflowPlan | undefined;
}

/**
 * The suite that a new check belongs to. Jobs of one workflow share a suite; a job that is in it
 * already means that the workflow was started anew. Other Apps have one suite for each commit.
 */
export function openSuite(world: World, repository: Repository, plan: SuitePlan): CheckSuite {
  const workflow = plan.workflow && workflowOf(world, repository, plan.workflow);
  const suites = repository.suites.get(plan.sha) ?? [];
  const last = suites.findLast(
    (suite) => suite.app === plan.app && suite.workflowRun?.workflow === workflow,
  );
  const startedAnew = workflow !== undefined && last?.runs.some(({ name }) => name === plan.name);
  if (last && startedAnew !== true) return last;
  const id = world.ids.next();
  const suite = register(world, {
    kind: 'CheckSuite',
    id,
    nodeId: world.ids.nodeId('CS', id),
    repository,
    app: plan.app,
    sha: plan.sha,
    createdAt: world.now(),
    runs: [],
    workflowRun: workflow && startWorkflow(world, workflow, plan.workflow?.event ?? 'pull_request'),
  });
  repository.suites.set(plan.sha, [...suites, suite]);
  return suite;
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
