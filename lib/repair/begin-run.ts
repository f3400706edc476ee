import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Sha, WorkspaceId } from '#model/ids.ts';
import { type Run, run as runSchema } from '#model/run.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { OpenedRepair } from './open-repair.ts';
import {
  resolveRequest,
  type RepairRequest,
  storedRequest,
  type WantedRepair,
} from './repair-request.ts';

export interface BegunRun {
  readonly run: Run;
  readonly request: RepairRequest;
}

/** A run that no other process takes up until it is released. */
export interface ClaimedRun extends BegunRun {
  readonly release: () => void;
}

/** What the result stands on. */
export function parentsOf({ run: { headSha }, request }: BegunRun): readonly Sha[] {
  const merged = request.merge?.theirs.commit;
  return merged === undefined ? [headSha] : [headSha, merged];
}

/** Begins a run of what a person asks for. */
export async function beginRun(
  opened: OpenedRepair,
  workspaceId: WorkspaceId,
  wanted: WantedRepair,
): Promise<Outcome<ClaimedRun>> {
  const read = await resolveRequest(opened, wanted);
  if (read.kind === 'refused') return notBegun(read.code, read.sentence);
  const { host, state, prepared, head, base } = opened;
  const request = read.value;
  const run = runSchema.parse({
    schemaVersion: 1,
    id: host.ids.runId(),
    workspaceId,
    kind: 'fixup',
    repoPath: prepared.repository,
    headSha: head,
    ...(base.commit !== null && { baseSha: base.commit }),
    config: { ...JSON.parse(JSON.stringify(prepared.config)), fix: request },
    status: 'running',
    startedAt: host.clock.now(),
  });
  const release = state.folders.hold(run.id);
  if (release === undefined) throw new Error(`Another process holds the new run ${run.id}`);
  await state.stores.runs.createRun(run);
  return ok({ run, request, release });
}

/** Takes up a run that was interrupted: it goes on as it began. */
export async function resumeRun(
  { host, state }: OpenedRepair,
  run: Run,
  { paths, apply }: { readonly paths: readonly string[]; readonly apply: boolean },
): Promise<Outcome<ClaimedRun>> {
  const request = storedRequest(run);
  if (request === undefined) {
    return notBegun('not-by-hand', `${run.id} was not begun by \`ratchetr fix\``);
  }
  if (run.status !== 'running') {
    return notBegun('over', `${run.id} is over (${run.status}); start a new one`);
  }
  if (paths.length > 0 || (apply && request.handOver.kind !== 'apply')) {
    const sentence = `${run.id} continues with its original options: remove the new ones`;
    return notBegun('other-request', sentence);
  }
  const release = state.folders.hold(run.id);
  if (release === undefined) {
    const sentence = `another process works on ${run.id}; interrupt that one first`;
    return notBegun('held', sentence);
  }
  await releaseTasks({ runs: state.stores.runs, clock: host.clock }, run);
  return ok({ run, request, release });
}

/** The process that takes a run up says that the worker before it is gone, so that leases need not run out. */
export async function releaseTasks(
  {
    runs,
    clock,
  }: {
    readonly runs: RunStore;
    readonly clock: TimeSource;
  },
  { id: runId }: Run,
): Promise<void> {
  const reason = 'Its worker is gone; the run was resumed.';
  for (const { id: taskId, status } of await runs.listTasks(runId)) {
    if (status !== 'running') continue;
    const change = { runId, taskId, now: clock.now(), reason };
    await runs.updateTaskStatus({ ...change, from: ['running'], to: 'queued' });
  }
}

/** A refusal before anything was done. */
export function notBegun(code: string, reason: string): Outcome<never> {
  return refuse(code, `Nothing was begun: ${reason.replace(/\.$/, '')}.`);
}
