import type * as z from 'zod';
import { artifact } from '#model/artifact.ts';
import { attempt, attemptResult, attemptStart } from '#model/attempt.ts';
import { recordedBaseline } from '#model/baseline.ts';
import { finding } from '#model/finding.ts';
import * as ids from '#model/ids.ts';
import { observation } from '#model/observation.ts';
import { acceptedDiff, run } from '#model/run.ts';
import { newTask, task } from '#model/task.ts';
import { transition } from '#model/transition.ts';
import { delivery, workspaceState } from '#model/workspace.ts';

/** The moment at which the time of all samples begins. */
export const t0 = Date.UTC(2027, 0, 15, 8);

export const runId = (text: string): ids.RunId => ids.runId.parse(text);
export const taskId = (text: string): ids.TaskId => ids.taskId.parse(text);
export const workerId = (text: string): ids.WorkerId => ids.workerId.parse(text);
export const workspaceId = (text: string): ids.WorkspaceId => ids.workspaceId.parse(text);
export const installationId = (text: string): ids.InstallationId => ids.installationId.parse(text);

/** A full git id made of one repeated hex digit. */
export const sha = (digit: string): ids.Sha => ids.sha.parse(digit.repeat(40));
export const sha256 = (digit: string): ids.Sha256 => ids.sha256.parse(digit.repeat(64));

export const aRun = sampleOf(run, {
  schemaVersion: 1,
  id: 'run-1',
  kind: 'fixup',
  repoPath: 'acme/shop',
  headSha: sha('a'),
  config: { engines: ['pytest'] },
  status: 'running',
  startedAt: t0,
});

export const aNewTask = sampleOf(newTask, {
  id: 'task-1',
  runId: 'run-1',
  tool: 'pytest',
  taskType: 'fix',
  priority: 100,
  fingerprint: 'fingerprint-1',
  title: 'Repair test_total',
  description: 'test_total expects 3 and gets 4.',
  targets: { files: ['shop/total.py'], testIds: ['tests/test_total.py::test_total'], modules: [] },
  findingIds: ['finding-1'],
  validation: {
    commands: [{ runner: 'python', args: ['pytest', '-q'], env: {}, cwd: '.', timeoutMs: 60_000 }],
    successCriteria: { requireExitCode0: true },
  },
  retryPolicy: {
    maxAttempts: 3,
    maxLeaseLosses: 3,
    backoff: { initialMs: 1_000, factor: 2, maxMs: 10_000 },
  },
  dependsOn: [],
});

export const aTask = sampleOf(task, {
  ...aNewTask(),
  status: 'queued',
  attemptNo: 0,
  failures: 0,
  leaseLosses: 0,
  rev: 1,
  createdAt: t0,
  updatedAt: t0,
});

/** A task that its first worker holds for one minute. */
export const aRunningTask = sampleOf(task, {
  ...aTask(),
  status: 'running',
  attemptNo: 1,
  rev: 2,
  lease: { worker: 'worker-1', until: t0 + 60_000, fence: 1, token: 'token-1' },
});

export const anAttemptStart = sampleOf(attemptStart, {
  runId: 'run-1',
  taskId: 'task-1',
  attemptNo: 1,
  worker: 'worker-1',
  agentName: 'claude-code',
  startedAt: t0 + 1_000,
});

export const anAttempt = sampleOf(attempt, { ...anAttemptStart(), status: 'running' });

export const anAttemptResult = sampleOf(attemptResult, {
  runId: 'run-1',
  taskId: 'task-1',
  attemptNo: 1,
  finishedAt: t0 + 30_000,
  summary: { files: 1 },
  artifacts: ['attempts/task-1/1/patch.diff'],
  outcome: 'succeeded',
});

export const aFinding = sampleOf(finding, {
  id: 'finding-1',
  runId: 'run-1',
  tool: 'pytest',
  kind: 'test_failure',
  severity: 'high',
  fingerprint: 'fingerprint-1',
  message: 'assert 4 == 3',
  createdAt: t0,
});

export const anArtifact = sampleOf(artifact, {
  runId: 'run-1',
  name: 'engines/pytest/report.json',
  kind: 'report',
  sha256: sha256('5'),
  sizeBytes: 1_024,
  createdAt: t0,
});

export const aBaseline = sampleOf(recordedBaseline, {
  repository: 'repository-7',
  commit: sha('b'),
  engine: 'pytest',
  signature: 'signature-1',
  artifact: { runId: 'run-1', name: 'baseline/pytest.json' },
  recordedAt: t0,
});

export const anAcceptedDiff = sampleOf(acceptedDiff, {
  runId: 'run-1',
  sequence: 1,
  taskId: 'task-1',
  patch: 'accepted/1.diff',
});

export const aWorkspaceState = sampleOf(workspaceState, {
  schemaVersion: 1,
  id: 'workspace-1',
  installationId: 'installation-1',
  pullRequest: {
    host: 'github.com',
    repositoryId: 'repository-7',
    owner: 'acme',
    name: 'shop',
    number: 42,
  },
  enabled: true,
  consecutiveFixupAttempts: 0,
  lastCiRunIds: [],
  spentFingerprints: [],
  leftovers: [],
  pushes: [],
  treesBefore: [],
  rerun: [],
  obeyed: [],
  answers: [],
  spentUsd: 0,
  wakeSeqSeen: 0,
  createdAt: t0,
});

export const anObservation = sampleOf(observation, {
  headSha: sha('a'),
  headTree: sha('7'),
  headRef: 'fix-total',
  headParents: [sha('9')],
  headRepository: 'acme/shop',
  fromFork: false,
  headSeenAt: t0,
  baseSha: sha('b'),
  baseRef: 'main',
  title: 'Add up what is in the cart',
  url: 'https://github.com/acme/shop/pull/42',
  author: 'ann',
  authorAssociation: 'MEMBER',
  state: 'open',
  draft: false,
  inMergeQueue: false,
  mergeable: 'mergeable',
  ci: {
    verdict: 'passed',
    status: 'passed',
    since: t0,
    runIds: [],
    running: [],
    failed: [],
    missing: [],
    onBase: [],
    expected: true,
  },
  review: { openThreads: [], changesRequestedBy: [] },
  asked: [],
  canPush: true,
  canPushWorkflows: true,
  signaturesRequired: false,
  labels: ['ratchet'],
  observedAt: t0,
  fingerprint: 'passed',
});

export const aTransition = sampleOf(transition, {
  schemaVersion: 1,
  workspaceId: 'workspace-1',
  rev: 2,
  action: 'WAIT',
  reason: 'Checks are running.',
  snapshot: { ciStatus: 'running' },
  createdAt: t0,
  expiresAt: t0 + 7 * 24 * 3_600_000,
});

export const aDelivery = sampleOf(delivery, {
  id: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  outcome: 'woken',
  receivedAt: t0,
  expiresAt: t0 + 24 * 3_600_000,
});

/** A maker of valid values: a plain one, with what the caller wants different. */
function sampleOf<Schema extends z.ZodObject>(schema: Schema, plain: z.input<Schema>) {
  return (different: Partial<z.input<Schema>> = {}): z.output<Schema> =>
    schema.parse({ ...plain, ...different });
}
