import { artifactName } from '#model/artifact.ts';
import type { Changeset } from '#model/changeset.ts';
import type { RunId, Sha } from '#model/ids.ts';
import { sha256 } from '#model/ids.ts';
import type { SessionBackend, SessionResult } from '#worker/needs/session-backend.ts';
import { serveSession } from '#worker/serve-session.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import type { Activity, Pass } from './activities.ts';
import type { ModelWorker } from './model-workers.ts';
import type { World } from './world.ts';

export type Word = 'changeset' | 'worse changeset' | 'nothing' | 'failure';

const fences = new WeakMap<ModelWorker, Backends>();

interface Backends {
  readonly brief: { readonly headSha: Sha; readonly baseSha: Sha; readonly work: string };
  readonly backend: SessionBackend;
  pass: Pass;
}

/** A worker says that it begins; whoever is refused leaves. */
export async function begin(world: World, worker: ModelWorker): Promise<Activity> {
  const { runId, taskRef, workspaceId } = worker;
  return world.activities.start(`${taskRef} begins`, async (pass) => {
    const about = { name: taskRef, isOver: world.book.cleared.has(runId) };
    const own: { pass: Pass } = { pass };
    const deps = world.depsFor((call, act) => own.pass(call, act), about);
    const backend = serveSession(deps, { workspaceId, runId });
    const outcome = await backend.start(taskRef);
    if (outcome.kind === 'refused') {
      worker.alive = false;
      world.trace.push(`  ${taskRef} leaves: ${outcome.reason}`);
      return 'done';
    }
    worker.started = true;
    fences.set(worker, Object.assign(own, { backend, brief: outcome.brief }));
    return 'done';
  });
}

/** A worker says its last word, as often as it must, and is over. */
export async function end(
  world: World,
  worker: ModelWorker,
  word: Word,
): Promise<Activity | undefined> {
  const known = fences.get(worker);
  if (known === undefined) return undefined;
  worker.spoke = true;
  return world.activities.start(`${worker.taskRef} ends with ${word}`, async (pass) => {
    known.pass = pass;
    const answer = await known.backend.finish(await lastWord(world, worker, { word, ...known }));
    world.trace.push(`  ${worker.taskRef} is over, its word ${answer}`);
    worker.alive = worker.hangs;
    return 'done';
  });
}

async function lastWord(
  world: World,
  { runId }: ModelWorker,
  { word, brief }: Pick<Backends, 'brief'> & { readonly word: Word },
): Promise<SessionResult> {
  const plain = {
    summary: { sentence: `It made ${word}.` },
    status: 'succeeded',
    costUsd: 0,
  } as const;
  if (word === 'failure') return { ...plain, status: 'failed' };
  if (word === 'nothing' || brief.work === 'check') return plain;
  const keys = namesOf(runId);
  const isWorse = word === 'worse changeset';
  const bytes = new TextEncoder();
  const text = bytes.encode(`made by ${runId}`);
  await world.artifacts.put(keys.content, text);
  const report = { acceptable: !isWorse, components: [] };
  await world.artifacts.put(keys.report, bytes.encode(JSON.stringify(report)));
  const made = changesetOf(runId, { brief, isWorse, blob: gitBlobId(text), now: world.now() });
  const changeset = {
    ...made,
    changes: made.changes.map((one) => ({ ...one, sizeBytes: text.length })),
  };
  await world.artifacts.put(keys.changeset, bytes.encode(JSON.stringify(changeset)));
  return { ...plain, changeset: keys.changeset };
}

function namesOf(runId: RunId) {
  const key = (name: string) => ({ runId, name: artifactName.parse(name) });
  return {
    content: key('result/content'),
    report: key('result/report.json'),
    changeset: key('result/changeset.json'),
  };
}

function changesetOf(
  runId: RunId,
  {
    brief: { headSha, baseSha, work },
    isWorse,
    blob,
    now,
  }: Pick<Backends, 'brief'> & {
    readonly isWorse: boolean;
    readonly blob: Sha;
    readonly now: number;
  },
): Changeset {
  const { content, report } = namesOf(runId);
  // Another tree for each run, and the same one however often it is made.
  const tree = gitBlobId(new TextEncoder().encode(`tree of ${runId}`));
  const measures = { kind: 'new-findings', engine: 'ruff' } as const;
  const vector = [{ measures, before: 1, after: isWorse ? 2 : 0 }];
  return {
    schemaVersion: 2,
    runId,
    parents: work === 'merge-conflict' ? [headSha, baseSha] : [headSha],
    tree,
    changes: [{ kind: 'write', path: 'src/a.ts', mode: '100644', blob, content, sizeBytes: 0 }],
    message: 'Fix it',
    committedAt: now,
    evidence: { tree, head: headSha, vector, notWorse: !isWorse, report },
    patchSha256: sha256.parse('5'.repeat(64)),
  };
}
