import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceChange, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import {
  aBaseline,
  aDelivery,
  aFinding,
  aNewTask,
  anAcceptedDiff,
  anArtifact,
  anAttemptResult,
  anAttemptStart,
  aRun,
  aTransition,
  aWorkspaceState,
  installationId,
  runId,
  sha,
  t0,
  taskId,
  workerId,
  workspaceId,
} from '../../support/samples.ts';
import type { Stores } from './stores.ts';

export interface Operation {
  /** What happened before, undisturbed. */
  readonly before: (stores: Stores) => Promise<unknown>;
  readonly act: (stores: Stores) => Promise<unknown>;
}

const run = runId('run-1');
const workspace = workspaceId('workspace-1');
const week = 7 * 24 * 3_600_000;

const nothing = async (): Promise<void> => undefined;
const createRun = ({ runs }: Stores) => runs.createRun(aRun({ workspaceId: workspace }));
const createWorkspace = ({ workspaces }: Stores) => workspaces.create(aWorkspaceState(), t0);

/** a frees b, which frees c; d stands alone. */
const plan = async (stores: Stores): Promise<void> => {
  await createRun(stores);
  const tasks = [
    aNewTask({ id: 'a', fingerprint: 'fa', priority: 1 }),
    aNewTask({ id: 'b', fingerprint: 'fb', priority: 2, dependsOn: ['a'] }),
    aNewTask({ id: 'c', fingerprint: 'fc', priority: 3, dependsOn: ['a', 'b'] }),
    aNewTask({ id: 'd', fingerprint: 'fd', priority: 4 }),
  ];
  await stores.runs.addTasks({ runId: run, batch: 'plan-1', tasks, now: t0 });
};

const claim = ({ runs }: Stores, now = t0) =>
  runs.claimNextTask({
    runId: run,
    worker: workerId('worker-1'),
    now,
    leaseMs: 60_000,
    token: `claim at ${now}`,
    claimers: 1,
  });

const claimed = async (stores: Stores): Promise<void> => {
  await plan(stores);
  await claim(stores);
};

const commit = async ({ workspaces }: Stores) => {
  const seen = await workspaces.load(workspace);
  if (seen === undefined) throw new Error('no workspace');
  // The change as its maker remembers it: a repetition names the head that was seen at first.
  const { rev: _, workspaceId: __, ...transition } = aTransition();
  const change: WorkspaceChange = {
    seen: { state: seen.state, rev: 1, wakeSeq: 0 },
    next: { ...seen.state, enabled: false },
    transition,
    commands: [{ kind: 'report' }],
    dueAt: t0 + 60_000,
    now: t0,
    token: 'commit-1',
  };
  return workspaces.commit(change);
};

const committed = async (stores: Stores): Promise<void> => {
  await createWorkspace(stores);
  await commit(stores);
};

const logged = async ({ workspaces }: Stores): Promise<void> => {
  await workspaces.putTransition(aTransition());
  await workspaces.recordDelivery(aDelivery());
};

const runOperations: Readonly<Record<keyof RunStore, Operation>> = {
  init: { before: nothing, act: ({ runs }) => runs.init() },
  createRun: { before: nothing, act: createRun },
  loadRun: { before: createRun, act: ({ runs }) => runs.loadRun(run) },
  listRuns: { before: createRun, act: ({ runs }) => runs.listRuns(workspace, 10) },
  updateRunStatus: {
    before: createRun,
    act: ({ runs }) => runs.updateRunStatus({ runId: run, status: 'aborted', now: t0 }),
  },
  summarizeRun: { before: claimed, act: ({ runs }) => runs.summarizeRun(run) },
  addFindings: {
    before: createRun,
    act: ({ runs }) => {
      const findings = [aFinding(), aFinding({ id: 'finding-2', severity: 'low' })];
      return runs.addFindings({ runId: run, tool: 'pytest', stage: 'start', findings });
    },
  },
  listFindings: { before: createRun, act: ({ runs }) => runs.listFindings(run, 'start') },
  countFindings: { before: createRun, act: ({ runs }) => runs.countFindings(run) },
  addTasks: { before: createRun, act: plan },
  listTasks: { before: plan, act: ({ runs }) => runs.listTasks(run) },
  claimNextTask: { before: plan, act: (stores) => claim(stores) },
  renewLease: {
    before: claimed,
    act: ({ runs }) =>
      runs.renewLease({ runId: run, taskId: taskId('a'), fence: 1, until: t0 + 90_000 }),
  },
  updateTaskStatus: {
    before: claimed,
    act: ({ runs }) =>
      runs.updateTaskStatus({
        runId: run,
        taskId: taskId('a'),
        from: ['running'],
        to: 'blocked',
        reason: 'a person must decide',
        now: t0,
      }),
  },
  createAttempt: {
    before: claimed,
    act: ({ runs }) => runs.createAttempt(anAttemptStart({ taskId: 'a' })),
  },
  finishAttempt: {
    before: claimed,
    act: ({ runs }) => runs.finishAttempt(anAttemptResult({ taskId: 'a' })),
  },
  listAttempts: { before: claimed, act: ({ runs }) => runs.listAttempts(run, taskId('a')) },
  recordAccepted: { before: plan, act: ({ runs }) => runs.recordAccepted(anAcceptedDiff()) },
  listAccepted: { before: createRun, act: ({ runs }) => runs.listAccepted(run) },
  addArtifact: { before: createRun, act: ({ runs }) => runs.addArtifact(anArtifact()) },
  listArtifacts: { before: createRun, act: ({ runs }) => runs.listArtifacts(run) },
  recordBaseline: { before: nothing, act: ({ runs }) => runs.recordBaseline(aBaseline()) },
  findBaselines: {
    before: nothing,
    act: ({ runs }) => runs.findBaselines('repository-7', sha('b')),
  },
};

const workspaceOperations: Readonly<Record<keyof WorkspaceStore, Operation>> = {
  init: { before: nothing, act: ({ workspaces }) => workspaces.init() },
  create: { before: nothing, act: createWorkspace },
  load: { before: createWorkspace, act: ({ workspaces }) => workspaces.load(workspace) },
  list: {
    before: createWorkspace,
    act: ({ workspaces }) => workspaces.list(installationId('installation-1')),
  },
  listInstallations: {
    before: createWorkspace,
    act: ({ workspaces }) => workspaces.listInstallations(),
  },
  listOfRepository: {
    before: createWorkspace,
    act: ({ workspaces }) =>
      workspaces.listOfRepository({ host: 'github.com', repositoryId: 'repository-7' }),
  },
  wake: { before: createWorkspace, act: ({ workspaces }) => workspaces.wake(workspace, t0 + 5) },
  listDue: {
    before: createWorkspace,
    act: ({ workspaces }) => workspaces.listDue({ now: t0, limit: 10 }),
  },
  postpone: {
    before: createWorkspace,
    act: ({ workspaces }) => workspaces.postpone({ id: workspace, dueAt: t0 }, t0 + 120_000),
  },
  commit: { before: createWorkspace, act: commit },
  putTransition: {
    before: nothing,
    act: ({ workspaces }) => workspaces.putTransition(aTransition()),
  },
  clearOutbox: {
    before: committed,
    act: ({ workspaces }) => workspaces.clearOutbox(workspace, 2),
  },
  listTransitions: {
    before: committed,
    act: ({ workspaces }) => workspaces.listTransitions({ id: workspace, now: t0, limit: 10 }),
  },
  prune: { before: logged, act: ({ workspaces }) => workspaces.prune(t0 + 2 * week) },
  findDelivery: {
    before: logged,
    act: ({ workspaces }) => workspaces.findDelivery(aDelivery().id, t0),
  },
  recordDelivery: {
    before: nothing,
    act: ({ workspaces }) => workspaces.recordDelivery(aDelivery()),
  },
};

/** Ways of an operation that its plain call does not take. */
const detours: Readonly<Record<string, Operation>> = {
  'claimNextTask that repairs': { before: claimed, act: (stores) => claim(stores, t0 + week) },
  'claimNextTask that finds nothing': {
    before: async (stores) => {
      await claimed(stores);
      await claim(stores, t0 + 1);
    },
    act: (stores) => claim(stores, t0 + 2),
  },
  'finishAttempt that fails': {
    before: async (stores) => {
      await claimed(stores);
      await stores.runs.createAttempt(anAttemptStart({ taskId: 'a' }));
    },
    act: ({ runs }) =>
      runs.finishAttempt(anAttemptResult({ taskId: 'a', outcome: 'failed', reason: 'no luck' })),
  },
  'finishAttempt that blocks all behind it': {
    before: claimed,
    act: ({ runs }) => runs.finishAttempt(anAttemptResult({ taskId: 'a', outcome: 'blocked' })),
  },
  'updateTaskStatus that sends a blocked task back': {
    before: async (stores) => {
      await claimed(stores);
      await stores.runs.finishAttempt(anAttemptResult({ taskId: 'a', outcome: 'blocked' }));
    },
    act: ({ runs }) =>
      runs.updateTaskStatus({
        runId: run,
        taskId: taskId('a'),
        from: ['blocked'],
        to: 'queued',
        reason: 'here is the answer',
        now: t0,
      }),
  },
};

/** Every method of both ports, with a state in which it has something to do. */
export const operations: readonly (readonly [string, Operation])[] = [
  ...Object.entries(runOperations).map(([name, operation]) => [`runs.${name}`, operation] as const),
  ...Object.entries(workspaceOperations).map(
    ([name, operation]) => [`workspaces.${name}`, operation] as const,
  ),
  ...Object.entries(detours),
];
