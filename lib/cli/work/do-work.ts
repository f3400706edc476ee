import { ok, type Outcome } from '#base/outcome.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { SessionEndWord } from '#worker/needs/session-backend.ts';
import { openGateway } from '#local/gateway.ts';
import { createRunFolders } from '#local/run-folders.ts';
import type { CliContext } from '../context.ts';
import type { OpenedGateway, OpenGateway } from '#repair/needs/model-gateway.ts';
import { statusAfter, toJson } from '#repair/repair-run.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { RepairHost } from '#repair/needs/repair-host.ts';
import { check } from './check.ts';
import type { WorkState } from './known-base.ts';
import type { Home } from './home.ts';
import type { OpenedCheckout } from './open-checkout.ts';
import { prepareWork } from './prepare-work.ts';
import { repair } from './repair.ts';
import type { Started } from './started.ts';

/** What the work stands on, wherever it is done. */
export interface WorkPlaces extends Pick<Home, 'stores' | 'work'> {
  /** The gateway that runs beside the worker; undefined: each run starts its own, where it has keys. */
  readonly gateway?: (() => OpenedGateway) | undefined;
}

export interface Work {
  readonly home: WorkPlaces;
  readonly host: RepairHost;
  readonly started: Started;
  readonly opened: Outcome<OpenedCheckout>;
}

/** What a worker has to say at its end; undefined: it was told to stop, and the run goes on later. */
export async function doWork(
  context: CliContext,
  { opened, ...work }: Work,
): Promise<SessionEndWord | undefined> {
  const end = opened.kind === 'ok' ? await begin(context, work, opened.value) : opened;
  if (context.signal.aborted) return undefined;
  if (end.kind === 'ok') return end.value;
  context.stderr.write(`${end.sentence}\n`);
  return endWithout(end.sentence);
}

async function begin(
  context: CliContext,
  { home, host, started }: Omit<Work, 'opened'>,
  opened: OpenedCheckout,
): Promise<Outcome<SessionEndWord | undefined>> {
  const { run, brief } = started;
  const { stores } = home;
  const kind = brief.work === 'check' ? 'check' : 'fixup';
  const work = { runId: run.id, kind, opened, stores } as const;
  const preparing = await prepareWork(context, host, work);
  if (preparing.kind === 'refused') return preparing;
  const prepared = preparing.value;
  const { gitDir, mergeBase } = opened;
  const folders = createRunFolders(host, home.work);
  const state: WorkState = { stores, gitDir, folders, recordedAs: run.repoPath };
  if (kind === 'check') {
    return ok(await check(context, host, { run, prepared, state, mergeBase }));
  }
  const repaired = await repair(context, host, {
    started,
    prepared,
    state,
    mergeBase,
    openGateway: gatewayOf(context, host, { home, prepared }),
  });
  if (repaired.kind === 'refused') return repaired;
  const { summary, question } = repaired.value;
  if (summary.outcome === 'interrupted') return ok(undefined);
  const { changeset: name, result } = summary;
  const usd = (await stores.runs.summarizeRun(run.id))?.usd ?? 0;
  return ok({
    summary: toJson(summary),
    status: statusAfter(summary),
    costUsd: usd,
    ...(result.kind === 'changeset' && name && { changeset: { runId: run.id, name } }),
    ...(question !== undefined && { question }),
  });
}

function gatewayOf(
  { env }: CliContext,
  { log, clock }: RepairHost,
  { home, prepared }: { readonly home: WorkPlaces; readonly prepared: PreparedCheck },
): OpenGateway {
  const { gateway, stores } = home;
  if (gateway !== undefined) return async () => gateway();
  return (limits) => openGateway({ env, log, clock }, prepared.config, stores.spending(limits));
}

/** What could not begin cost nothing. */
function endWithout(sentence: string): SessionEndWord {
  const summary: SessionSummary = {
    schemaVersion: 1,
    outcome: 'failed',
    sentence,
    result: { kind: 'none' },
    toRepair: { before: 0, after: 0 },
    vector: { acceptable: true, components: [] },
    dropped: [],
    checkpoints: [],
    engineErrors: [],
  };
  return { summary: toJson(summary), status: statusAfter(summary), costUsd: 0 };
}
