import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdAlone } from '#store/sqlite/hold-alone.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { RunId, Sha } from '#model/ids.ts';
import { type Run, run } from '#model/run.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { byHand, findRun } from '../runs/find-run.ts';
import type { Ground } from './ground.ts';
import { type Asked, readRequest } from './read-request.ts';
import { type FixRequest, requestOf } from './run-config.ts';

export interface BegunRun {
  readonly run: Run;
  readonly request: FixRequest;
  /** Until this is called, no other process takes the run up. */
  readonly letGo: () => void;
}

/** What the result stands on. */
export function parentsOf({
  run: { headSha },
  request,
}: Pick<BegunRun, 'request' | 'run'>): readonly Sha[] {
  const merged = request.merge?.theirs.commit;
  return merged === undefined ? [headSha] : [headSha, merged];
}

/** Begins a run, or takes up one that was interrupted; undefined: something speaks against it, which was told. */
export async function beginRun(
  context: CliContext,
  ground: Ground,
  asked: Asked,
): Promise<BegunRun | undefined> {
  const { resume } = asked.options;
  if (resume !== undefined) return takeUp(context, ground, { ...asked, wanted: resume });
  const read = await readRequest(context, ground, asked);
  if (read.kind === 'refused') return refuse(context, read.sentence);
  const { stores, ids, repository, work, head, base, config } = ground;
  const request = read.value;
  const created = run.parse({
    schemaVersion: 1,
    id: ids.runId(),
    workspaceId: byHand,
    kind: 'fixup',
    repoPath: repository,
    headSha: head,
    ...(base.commit !== null && { baseSha: base.commit }),
    config: { ...JSON.parse(JSON.stringify(config)), fix: request },
    status: 'running',
    startedAt: systemClock.now(),
  });
  const letGo = hold(work, created.id);
  if (letGo === undefined) throw new Error(`Somebody holds the new run ${created.id}`);
  await stores.runs.createRun(created);
  return { run: created, request, letGo };
}

/** undefined: another process works on the run. */
function hold(folder: string, id: RunId): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.lock`);
  const release = holdAlone(path);
  return (
    release &&
    (() => {
      rmSync(path, { force: true });
      release();
    })
  );
}

async function takeUp(
  context: CliContext,
  { stores, work }: Ground,
  { wanted, paths, options }: Asked & { readonly wanted: string },
): Promise<BegunRun | undefined> {
  const found = await findRun(stores.runs, wanted);
  if (found.kind === 'none') return refuse(context, found.sentence);
  const request = requestOf(found.run);
  if (request === undefined) {
    return refuse(context, `${found.run.id} was not begun by \`ratchetr fix\``);
  }
  if (found.run.status !== 'running') {
    return refuse(context, `${found.run.id} is over (${found.run.status}); start a new one`);
  }
  const asksForMore =
    paths.length > 0 || (options.apply === true && request.handOver.kind !== 'apply');
  if (asksForMore) {
    return refuse(
      context,
      `${found.run.id} goes on as it began: leave out what it was not begun with`,
    );
  }
  const letGo = hold(work, found.run.id);
  if (letGo === undefined) {
    return refuse(context, `another process works on ${found.run.id}; interrupt that one first`);
  }
  await releaseTasks(stores.runs, found.run);
  return { run: found.run, request, letGo };
}

/** Whoever takes a run up says that its worker is gone, so nobody has to wait for leases to end. */
export async function releaseTasks(
  runs: Pick<RunStore, 'listTasks' | 'updateTaskStatus'>,
  { id: runId }: Run,
): Promise<void> {
  const reason = 'Its worker is gone; the run was taken up again.';
  for (const { id: taskId, status } of await runs.listTasks(runId)) {
    if (status !== 'running') continue;
    const change = { runId, taskId, now: systemClock.now(), reason };
    await runs.updateTaskStatus({ ...change, from: ['running'], to: 'queued' });
  }
}

function refuse({ stderr, exitWith }: CliContext, why: string): undefined {
  stderr.write(`Nothing was begun: ${why.replace(/\.$/, '')}.\n`);
  exitWith(EXIT.usage);
  return undefined;
}
