import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { type Artifact, artifactName } from '#model/artifact.ts';
import type { Run } from '#model/run.ts';
import { newProgress } from '#repair/rules/plan/progress.ts';
import { openStores, type Stores } from '../../store/sqlite/stores.ts';
import { planOf, reads, step } from '../../repair/rules/plan/steps.ts';
import { aStoredSummary } from '../../report/run/run-records.ts';
import {
  aFinding,
  aNewTask,
  anArtifact,
  anAttemptResult,
  anAttemptStart,
  aRun,
  runId,
  t0,
  workerId,
} from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface Planted {
  readonly cwd: string;
  readonly runs: Stores['runs'];
}

/** A folder with the state file of a real store, empty. */
export async function plantState(): Promise<Planted> {
  const cwd = await tempFolder();
  await mkdir(join(cwd, '.ratchetr'));
  const { runs } = await openStores(join(cwd, '.ratchetr/state.db'));
  return { cwd, runs };
}

/** A run that was started by hand at the given minute. */
export async function plantRun({ runs }: Planted, id: string, minute = 0): Promise<Run> {
  const run = aRun({ id, workspaceId: 'local', startedAt: t0 + minute * 60_000 });
  await runs.createRun(run);
  return run;
}

/** A run that is over: one of its two tasks is repaired, the other was never tried. */
export async function plantFinishedRun(planted: Planted, id: string, minute = 0): Promise<Run> {
  const run = await plantRun(planted, id, minute);
  const { runs } = planted;
  const now = run.startedAt;
  const finding = aFinding({ runId: id, tool: 'ruff', id: 'f1', filePath: 'shop/cart.py' });
  await runs.addFindings({ runId: run.id, tool: 'ruff', stage: 'start', findings: [finding] });
  const tasks = ['first', 'second'].map((name, at) =>
    aNewTask({ id: name, runId: id, title: `Repair ${name}`, fingerprint: name, priority: at }),
  );
  await runs.addTasks({ runId: run.id, batch: 'p', tasks, now });
  const claim = { worker: workerId('worker-1'), leaseMs: 60_000, token: 't', claimers: 1 };
  await runs.claimNextTask({ ...claim, runId: run.id, now });
  await runs.createAttempt(anAttemptStart({ runId: id, taskId: 'first', startedAt: now + 1_000 }));
  await runs.finishAttempt(
    anAttemptResult({
      runId: id,
      taskId: 'first',
      finishedAt: now + 31_000,
      verdict: { kind: 'accepted' },
      cost: { usd: 0.25, source: 'metered' },
    }),
  );
  const summary = aStoredSummary({ dropped: [] });
  const over = { status: 'succeeded', summary, now: now + 40_000 } as const;
  await runs.updateRunStatus({ runId: run.id, ...over });
  return run;
}

/** Keeps an artifact of a run, the bytes with it. */
export async function plantArtifact(
  { cwd, runs }: Planted,
  { id, name, body }: { readonly id: string; readonly name: string; readonly body: string },
): Promise<Artifact> {
  const root = join(cwd, '.ratchetr/artifacts');
  const artifacts = createFileArtifacts({ root });
  const key = { runId: runId(id), name: artifactName.parse(name) };
  await artifacts.put(key, new TextEncoder().encode(body));
  const artifact = anArtifact({ runId: id, name, kind: 'json' });
  await runs.addArtifact(artifact);
  return artifact;
}

const plan = planOf(step(1, reads('a.py')), step(2, reads('b.py'), { dependsOn: [1] }));

/** What an attempt keeps of its structured plan. */
export const aStoredPlan = JSON.stringify({ plan, progress: newProgress(plan) });
