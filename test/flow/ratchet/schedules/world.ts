import { gitBlobId } from '#platform/files/git-blob.ts';
import { systemHash } from '#platform/system/hash.ts';
import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import type { Run } from '#model/run.ts';
import { newWorkspace } from '#ratchet/rules/decision/new-workspace.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { DecideDeps } from '#ratchet/decide/deps.ts';
import type { DispatchDeps } from '#ratchet/dispatch/deps.ts';
import type { PublishDeps } from '#ratchet/publish/deps.ts';
import type { ObeyDeps } from '#ratchet/obey-command.ts';
import type { ReportDeps } from '#ratchet/report/deps.ts';
import type { runForgeAction } from '#ratchet/run-forge-action.ts';
import type { ExitDeps } from '#ratchet/record-exit.ts';
import type { SessionServices } from '#worker/serve-session.ts';
import type { WakeDueDeps } from '#ratchet/wake-due.ts';
import { createMemoryArtifacts } from '../../../support/memory-artifacts.ts';
import { createMemoryWorkspaceStore } from '../../../support/memory-workspace-store.ts';
import {
  aTask,
  anAcceptedDiff,
  installationId,
  runId,
  t0,
  workerId,
} from '../../../support/samples.ts';
import { type Activities, createActivities, gated, type Pass } from './activities.ts';
import { type Book, enter, enterPush, openBook } from './book.ts';
import { changesForReview } from './reviews.ts';
import { createModelForge, type ModelForge, pullRequest } from './model-forge.ts';
import { createModelWorkers, type ModelWorkers } from './model-workers.ts';

export type StepDeps = DecideDeps &
  DispatchDeps &
  Parameters<typeof runForgeAction>[0] &
  ExitDeps &
  ObeyDeps &
  PublishDeps &
  ReportDeps &
  SessionServices &
  WakeDueDeps;

/** A message on its way; it is carried at least once. */
export interface Carried {
  readonly message: Message;
  receivers: number;
}

export interface World extends ModelForge {
  readonly trace: string[];
  readonly book: Book;
  readonly activities: Activities;
  readonly workspaces: WorkspaceStore;
  readonly workers: ModelWorkers;
  readonly queue: Carried[];
  readonly id: WorkspaceId;
  readonly artifacts: Artifacts;
  now: () => number;
  pass(milliseconds: number): void;
  send(message: Message): Carried;
  /** What a step is given, with every call of it in the hands of the schedule. */
  depsFor(pass: Pass, about: About): StepDeps;
}

/** What a message is about when it is received. */
interface About {
  readonly name: string;
  /** The session is over already: nothing may change any more. */
  readonly isOver: boolean;
}

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const metrics: Metrics = {
  count: () => undefined,
  duration: () => undefined,
  gauge: () => undefined,
  flush: () => undefined,
};
const month = { limit: 1, spent: 0, reserved: 0 };
const noBudgets = { attempt: month, pullRequest: month, month };
// One and the same for all schedules, so that the settings are worked out once.
const [env, overrides] = [{}, []];

export async function createWorld(seen: (what: string) => void): Promise<World> {
  let time = t0;
  let runs = 0;
  let tokens = 0;
  const now = () => time;
  const trace: string[] = [];
  const queue: Carried[] = [];
  const book = openBook(seen);
  const model = createModelForge(now, (run) => enterPush(book, run));
  const { truth } = model;
  const workers = createModelWorkers(now, ({ kind, taskRef }) => {
    const [other] = kind === 'fixup' ? workers.atWork('fixup') : [];
    if (other === undefined) return;
    book.problems.push(`${taskRef} was launched while ${other.taskRef} is at work`);
  });
  const base = createMemoryWorkspaceStore((state) => state);
  const state = newWorkspace({
    pullRequest,
    installationId: installationId('local'),
    now: time,
    hash: systemHash.hex,
  });
  await base.create(state, time);
  const send = (message: Message): Carried => {
    const carried = { message, receivers: 0 };
    queue.push(carried);
    return carried;
  };
  const artifacts = createMemoryArtifacts({ now });
  const runStore = memoryRuns();
  const watched = (about: About): WorkspaceStore => ({
    ...base,
    commit: async (change) => {
      const outcome = await base.commit(change);
      if (outcome.kind === 'lost') return outcome;
      if (about.isOver) book.problems.push(`${about.name} changed something for a cleared session`);
      const { head } = outcome;
      if (head.rev !== book.rev)
        enter(book, { ...about, before: change.seen.state, head, truth, workers, now: time });
      return outcome;
    },
  });
  return {
    ...model,
    trace,
    book,
    activities: createActivities((line) => void trace.push(line)),
    workspaces: base,
    workers,
    queue,
    id: state.id,
    artifacts,
    now,
    send,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    depsFor: (pass, about) => ({
      workspaces: gated(watched(about), 'store', pass),
      forge: gated(model.forge, 'forge', pass),
      publisher: gated(model.publisher, 'publisher', pass),
      launcher: gated(workers.launcher, 'launcher', pass),
      queue: gated(
        { send: async (messages: readonly Message[]) => void messages.map(send) },
        'queue',
        pass,
      ),
      installations: {
        pauseOf: async () => undefined,
        setPause: async () => undefined,
        sight: async () => (truth.shared ? 9 : 1),
      },
      spending: { balance: async () => noBudgets },
      runs: runStore,
      artifacts,
      clock: { now, sleep: async () => undefined },
      ids: {
        runId: () => runId(`run-${(runs += 1)}`),
        workerId: () => workerId('worker-1'),
        token: () => `token-${(tokens += 1)}`,
      },
      hash: systemHash,
      blobId: gitBlobId,
      silencers: [],
      random: () => 0,
      checkoutOf: async () => ({ url: 'https://github.com/acme/shop.git' }),
      env,
      overrides,
      log,
      metrics,
    }),
  };
}

type Runs = Pick<
  RunStore,
  | 'addArtifact'
  | 'createRun'
  | 'listAccepted'
  | 'listAttempts'
  | 'listTasks'
  | 'loadRun'
  | 'updateRunStatus'
>;

function memoryRuns(): Runs {
  const runs = new Map<RunId, Run>();
  return {
    createRun: async (run) => {
      if (runs.has(run.id)) return 'exists';
      runs.set(run.id, run);
      return 'created';
    },
    loadRun: async (id) => runs.get(id),
    listAccepted: async (id) => (changesForReview(id) ? [anAcceptedDiff({ runId: id })] : []),
    listAttempts: async () => [],
    listTasks: async (id) => [
      aTask({
        runId: id,
        taskType: 'address_review',
        targets: { files: ['a.ts'], testIds: [], modules: [] },
      }),
    ],
    addArtifact: async () => 'added',
    updateRunStatus: async ({ runId: id, status, summary }) => {
      const run = runs.get(id);
      if (run === undefined) return 'unknown';
      if (run.status !== 'running') return 'over';
      runs.set(id, { ...run, status, ...(summary && { summary }) });
      return 'updated';
    },
  };
}
