import type { SessionSummary } from '#model/session-summary.ts';
import type { SessionEndWord } from '#worker/needs/session-backend.ts';
import type { CliContext } from '../context.ts';
import type { OpenedGateway } from '../fix/gateway.ts';
import type { StateElsewhere } from '../fix/open-fix.ts';
import { statusAfter, toJson } from '../fix/run-fix.ts';
import { check } from './check.ts';
import type { Home } from './home.ts';
import type { OpenedCheckout } from './open-checkout.ts';
import { type Hindrance, prepareWork } from './prepare-work.ts';
import { repair } from './repair.ts';
import type { Started } from './started.ts';

/** What the work stands on, wherever it is done. */
export interface WorkPlaces extends Pick<Home, 'stores' | 'work'> {
  /** The gateway that runs beside the worker; undefined: each run starts its own, where it has keys. */
  readonly gateway?: (() => OpenedGateway) | undefined;
}

export interface Work {
  readonly home: WorkPlaces;
  readonly started: Started;
  readonly opened: OpenedCheckout | Hindrance;
}

/** What a worker has to say at its end; undefined: it was told to stop, and the run goes on later. */
export async function doWork(
  context: CliContext,
  { home, started, opened }: Work,
): Promise<SessionEndWord | undefined> {
  const end = 'because' in opened ? opened : await begin(context, { home, started, opened });
  if (context.signal.aborted) return undefined;
  return end !== undefined && 'because' in end ? hindered(end) : end;
}

async function begin(
  surroundings: CliContext,
  { home, started, opened }: Work & { readonly opened: OpenedCheckout },
): Promise<SessionEndWord | Hindrance | undefined> {
  const { run, brief } = started;
  const { stores } = home;
  const context = { ...surroundings, cwd: opened.repository };
  const kind = brief.work === 'check' ? 'check' : 'fixup';
  const prepared = await prepareWork(context, { runId: run.id, kind, opened, stores });
  if ('because' in prepared) return prepared;
  const { gitDir, mergeBase } = opened;
  const state: StateElsewhere = { stores, gitDir, work: home.work, recordedAs: run.repoPath };
  if (kind === 'check') return check(context, { run, prepared, state, mergeBase });
  const repaired = await repair(context, {
    started,
    prepared,
    state,
    mergeBase,
    gateway: home.gateway?.(),
  });
  if ('because' in repaired) return repaired;
  const { summary, question } = repaired;
  if (summary.outcome === 'interrupted') return undefined;
  const { changeset: name, result } = summary;
  const usd = (await stores.runs.summarizeRun(run.id))?.usd ?? 0;
  return {
    summary: toJson(summary),
    status: statusAfter(summary),
    costUsd: usd,
    ...(result.kind === 'changeset' && name && { changeset: { runId: run.id, name } }),
    ...(question !== undefined && { question }),
  };
}

/** What could not begin cost nothing. */
function hindered({ because }: Hindrance): SessionEndWord {
  const summary: SessionSummary = {
    schemaVersion: 1,
    outcome: 'failed',
    sentence: because,
    result: { kind: 'none' },
    toRepair: { before: 0, after: 0 },
    vector: { acceptable: true, components: [] },
    dropped: [],
    checkpoints: [],
    engineErrors: [],
  };
  return { summary: toJson(summary), status: statusAfter(summary), costUsd: 0 };
}
