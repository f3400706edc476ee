import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readEnvironment } from '#config/env.ts';
import { type Ran, readCoverage } from './coverage.ts';
import type { Leg } from './walk.ts';

export interface RedCheck {
  readonly plane: Ran;
  /** The worker that repaired what a red check said. */
  readonly worker: Ran;
}

/** Plays the demo, and says what ran of the product in the two processes that take a red check to green. */
export function playRedCheck(): RedCheck {
  const folder = mkdtempSync(join(tmpdir(), 'ratchetr-coverage-'));
  try {
    const env = { ...readEnvironment(), NODE_V8_COVERAGE: folder };
    const demo = spawnSync(process.execPath, ['test/demo/main.ts'], { env, encoding: 'utf8' });
    if (demo.status !== 0) throw new Error(`The demo ended with ${demo.status}: ${demo.stdout}`);
    return pickProcesses(readCoverage(folder, resolve('.')), repairsIn(demo.stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What each session was for, in their order, by the lines that tell the story. */
function repairsIn(output: string): readonly string[] {
  return [...output.matchAll(/^ *[\d.]+s +ratchetr +(FIX_\w+)/gm)].map(([, action = '']) => action);
}

/** The demo has one session after the other, so the n-th worker that ran one carried out the n-th decision. */
export function pickProcesses(all: readonly Ran[], repairs: readonly string[]): RedCheck {
  const workers = all.filter((ran) => hasRun(ran, 'runSession'));
  const plane = all.find((ran) => hasRun(ran, 'decideNext'));
  const worker = workers[repairs.indexOf('FIX_CI')];
  if (plane === undefined || worker === undefined || workers.length !== repairs.length) {
    const told = repairs.join(', ') || 'none';
    throw new Error(`The demo decided ${told}, and ${workers.length} workers ran a session`);
  }
  return { plane, worker };
}

function hasRun(ran: Ran, name: string): boolean {
  return [...ran.values()].some((names) => names.has(name));
}

/** From the webhook that tells of the red check to the comment that tells what became of it. */
export function legsOf({ plane, worker }: RedCheck): readonly Leg[] {
  return [
    { path: 'lib/ratchet/ingest-webhook.ts', name: 'ingestWebhook', ran: plane },
    { path: 'lib/ratchet/decide-next.ts', name: 'decideNext', ran: plane },
    { path: 'lib/ratchet/dispatch-run.ts', name: 'dispatchRun', ran: plane },
    { path: 'lib/local/worker/process-worker.ts', name: 'workForFolder', ran: worker },
    { path: 'lib/ratchet/publish-changeset.ts', name: 'publishChangeset', ran: plane },
    { path: 'lib/ratchet/report.ts', name: 'reportToForge', ran: plane },
  ];
}
