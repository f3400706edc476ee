import type { RunStore } from '#model/needs/run-store.ts';
import type { Run } from '#model/run.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { listShared } from '#check/prepare/prepare-check.ts';
import { type BegunRun, parentsOf } from './begin-run.ts';
import { deliver } from './deliver.ts';
import { createSessionAgents, type FoundAgents } from './find-agents.ts';
import type { Asker } from './needs/asker.ts';
import type { OpenGateway } from './needs/model-gateway.ts';
import type { SessionProgress } from './needs/session-progress.ts';
import type { OpenedRepair } from './open-repair.ts';
import { wantedIn } from './repair-request.ts';
import { conflictTask } from './rules/tasks/conflict.ts';
import { type FailedCheckPlanning, failedCheckTasks } from './rules/tasks/failed-check.ts';
import { reviewTasks } from './rules/tasks/review.ts';
import { isTakenBack } from './rules/verdict/taken-back.ts';
import { runSession, type SessionStart } from './run-session.ts';
import { createSessionServices, executeOnFiles } from './session-services.ts';
import { type RepairLimits, sessionSettings } from './session-settings.ts';
import { baseOfTree } from './session/base-of-tree.ts';
import type { SessionContext } from './session/session.ts';

/** One run of a repair, with what it may use and who hears of it. */
export interface RepairRun {
  readonly begun: BegunRun;
  readonly agents: FoundAgents;
  readonly limits: RepairLimits;
  readonly account: SpendingAccount;
  readonly openGateway: OpenGateway;
  readonly progress: SessionProgress;
  /** Who answers what plans ask. */
  readonly asker: Asker;
  /** Checks that failed elsewhere; absent: none. */
  readonly failed?: FailedCheckPlanning['failed'];
  /** Where people took back what a fixup had done; absent: nowhere. */
  readonly takenBack?: SessionContext['takenBack'];
  /** Milliseconds that the session may take at most, whatever the settings allow. */
  readonly mostMs?: number;
  /** Called with the final summary before the state is deleted that the run would need to go on. */
  readonly conclude?: (summary: SessionSummary) => Promise<void>;
}

/** Who pays, and the most that may come together on the account of the pull request, in dollars. */
interface SpendingAccount {
  readonly pullRequest: string;
  readonly month: string;
  readonly pullRequestUsd: number;
}

/** Repairs, delivers the result and concludes the run; an interrupted one stays open and can be taken up again. */
export async function runRepair(opened: OpenedRepair, wanted: RepairRun): Promise<SessionSummary> {
  const { host, prepared, input, state } = opened;
  const { run } = wanted.begun;
  const { config } = prepared;
  const folder = await state.folders.open(run.id);
  const { gateway, providers, stop } = await wanted.openGateway(spendingLimits(opened, wanted));
  let isOver = false;
  try {
    const accounts = { pullRequest: wanted.account.pullRequest, month: wanted.account.month };
    const agents = createSessionAgents(wanted.agents, config, { gateway, providers, accounts });
    const { variablesOf } = input;
    const executor = { host, config, variablesOf, asker: wanted.asker };
    const parts = { runId: run.id, folder, agents, progress: wanted.progress, executor };
    const deps = createSessionServices(opened, parts);
    try {
      const end = await runSession(
        deps,
        await buildSessionContext(opened, wanted),
        planSessionStart(opened, wanted),
      );
      const result = await deliver(prepareDelivery(opened, wanted.begun), end);
      const summary = { ...end.summary, result };
      isOver = summary.outcome !== 'interrupted';
      if (isOver) await wanted.conclude?.(summary);
      return summary;
    } finally {
      await deps.events.close();
    }
  } finally {
    await Promise.all([stop(), folder.remove(isOver)]);
  }
}

function prepareDelivery({ host, prepared, git, state }: OpenedRepair, begun: BegunRun) {
  const { repository: folder, config } = prepared;
  const { clock, hash } = host;
  const files = { folder, runId: begun.run.id, folders: state.folders, hash };
  const execute = (plan: StructuredPlan) => executeOnFiles({ host, config }, files, plan);
  return { git, stores: state.stores, clock, execute, begun };
}

function spendingLimits({ prepared }: OpenedRepair, { limits, account }: RepairRun) {
  const { attemptUsd, monthUsd } = prepared.config.budgets;
  const { pullRequestUsd } = account;
  return { attemptUsd: Math.min(attemptUsd, limits.budgetUsd), pullRequestUsd, monthUsd };
}

/** What engines do not find, as tasks. */
function planSessionStart(
  { host, prepared }: OpenedRepair,
  { begun, limits, failed = [] }: RepairRun,
): SessionStart {
  const { startTree: tree, homeTree: home, merge, review: threads } = begun.request;
  const { retryPolicy } = sessionSettings(prepared.config, limits);
  const deps = { hash: (text: string) => host.hash.hex(text) };
  const planning = { runId: begun.run.id, retryPolicy };
  const first =
    merge === undefined || merge.conflicts.length === 0
      ? []
      : [conflictTask(deps, { ...planning, ...merge, paths: merge.conflicts })];
  return {
    tree,
    home,
    first,
    beside: reviewTasks(deps, { ...planning, threads }),
    instead: failedCheckTasks(deps, { ...planning, failed }),
  };
}

async function buildSessionContext(
  { host, check, prepared, input, git, base }: OpenedRepair,
  { begun, limits, takenBack = [], mostMs = Infinity }: RepairRun,
): Promise<SessionContext> {
  const settings = sessionSettings(prepared.config, limits);
  const { run, request } = begun;
  const { startTree } = request;
  const { trees } = git;
  const isWanted = wantedIn(request.paths);
  return {
    run,
    settings,
    runId: run.id,
    check: input,
    base: await baseOfTree({ ...check, trees }, { base, check: input }, startTree),
    linked: listShared(prepared, (await trees.list(startTree)).paths),
    wanted: (finding) => isWanted(finding) && !isTakenBack(finding, takenBack),
    takenBack,
    worker: host.ids.workerId(),
    parents: parentsOf(begun),
    stop: stopAfter(Math.min(settings.sessionMs, mostMs), input.signal),
  };
}

/** Timers beyond this fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Fires after a time, or when the other signal does. Its timer holds it: a timeout that only a composed signal knows of
 * is forgotten by Node when it cleans up memory, and then what was composed of it says for ever that it has not fired.
 */
function stopAfter(afterMs: number, other?: AbortSignal): AbortSignal {
  const over = new AbortController();
  const stop = (): void => over.abort();
  setTimeout(stop, Math.min(afterMs, longestTimerMs)).unref();
  if (other?.aborted === true) stop();
  other?.addEventListener('abort', stop, { once: true });
  return over.signal;
}

/** Closes a run by hand with what it came to. */
export async function closeRun(
  runs: RunStore,
  { id: runId }: Run,
  { summary, now }: { readonly summary: SessionSummary; readonly now: number },
): Promise<void> {
  await runs.updateRunStatus({
    runId,
    status: runStatusAfter(summary),
    summary: toJson(summary),
    now,
  });
}

/** How a run stands that ended so. */
export function runStatusAfter({ outcome }: SessionSummary): 'succeeded' | 'failed' {
  return outcome === 'green' || outcome === 'better' ? 'succeeded' : 'failed';
}

/** The summary as a run keeps it. */
export function toJson(summary: SessionSummary): NonNullable<Run['summary']> {
  return JSON.parse(JSON.stringify(summary));
}
