import { systemClock } from '#adapters/system/clock.ts';
import type { Sha } from '#domain/model/ids.ts';
import { type Run, run } from '#domain/model/run.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { byHand, findRun } from '../runs/find-run.ts';
import type { Ground } from './ground.ts';
import { type Asked, readRequest } from './read-request.ts';
import { type FixRequest, requestOf } from './run-config.ts';

export interface BegunRun {
  readonly run: Run;
  readonly request: FixRequest;
}

/** What the result stands on. */
export function parentsOf({ run: { headSha }, request }: BegunRun): readonly Sha[] {
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
  if (resume !== undefined) return takeUp(context, ground, resume);
  const read = await readRequest(context, ground, asked);
  if (read.kind === 'refused') return refuse(context, read.because);
  const { stores, ids, repository, head, base, config } = ground;
  const { request } = read;
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
  await stores.runs.createRun(created);
  return { run: created, request };
}

async function takeUp(
  context: CliContext,
  { stores }: Ground,
  wanted: string,
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
  await releaseTasks(stores.runs, found.run);
  return { run: found.run, request };
}

/** Whoever takes a run up says that its worker is gone, so nobody has to wait for leases to end. */
async function releaseTasks(runs: Ground['stores']['runs'], { id: runId }: Run): Promise<void> {
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
