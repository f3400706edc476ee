import { systemClock } from '#platform/system/clock.ts';
import type { Run } from '#model/run.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { isTakenBack } from '#repair/rules/verdict/taken-back.ts';
import { conflictTask } from '#repair/rules/tasks/conflict.ts';
import { reviewTasks } from '#repair/rules/tasks/review.ts';
import { type FailedCheckPlanning, failedCheckTasks } from '#repair/rules/tasks/failed-check.ts';
import type { Asker } from '#repair/needs/asker.ts';
import { baseOfTree } from '#repair/session/base-of-tree.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { runSession, type SessionStart } from '#repair/run-session.ts';
import type { SessionContext } from '#repair/session/session.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { CliContext } from '../context.ts';
import { createSessionAgents, type FoundAgents } from './agents.ts';
import type { Amounts } from './amounts.ts';
import { type BegunRun, parentsOf } from './begin-run.ts';
import { openGateway, type OpenedGateway } from './gateway.ts';
import type { Ground } from './ground.ts';
import { handOver } from './hand-over.ts';
import type { OpenedFix } from './open-fix.ts';
import { linkedPlaces } from '#check/rules/repository/linked-places.ts';
import { wantedIn } from './places.ts';
import type { ShownSession } from './progress.ts';
import { openRoom } from './room.ts';
import { createSessionDeps } from './session-deps.ts';
import { sessionSettings } from './settings.ts';
import { stopAfter } from './stop-after.ts';

export interface FixRun extends OpenedFix {
  readonly prepared: PreparedCheck;
  readonly found: FoundAgents;
  readonly begun: BegunRun;
  readonly amounts: Amounts;
  readonly account: SpendingAccount;
  readonly progress: ShownSession;
  /** Who answers what plans ask; absent: the person at this terminal. */
  readonly asker?: Asker;
  /** The gateway between agents and models, where one runs already; absent: one is started for the run. */
  readonly gateway?: OpenedGateway | undefined;
  /** Checks that failed elsewhere; absent: none. */
  readonly failed?: FailedCheckPlanning['failed'];
  /** Where people took back what a fixup had done; absent: nowhere. */
  readonly takenBack?: SessionContext['takenBack'];
  /** Milliseconds that the session may take at most, whatever the settings allow. */
  readonly mostMs?: number;
  /** Hears what a run came to that is over, before that goes which it would need to go on; absent: it needs nothing. */
  readonly conclude?: (summary: SessionSummary) => Promise<void>;
}

/** Who pays, and the most that may come together on the account of the pull request, in dollars. */
interface SpendingAccount {
  readonly pullRequest: string;
  readonly pullRequestUsd: number;
}

/** Repairs, hands the result over and concludes the run; an interrupted one stays open and can be taken up again. */
export async function runFix(context: CliContext, fix: FixRun): Promise<SessionSummary> {
  const { host, prepared, check, input, ground, begun, progress, asker } = fix;
  const { stores, work, config } = ground;
  const { run } = begun;
  const room = await openRoom(check, work, run.id);
  const { gateway, providers, stop } =
    fix.gateway ?? (await openGateway(context, config, stores.spending(limitsOf(fix))));
  let isOver = false;
  try {
    const accounts = {
      pullRequest: fix.account.pullRequest,
      month: monthAccount(systemClock.now()),
    };
    const agents = createSessionAgents(fix.found, config, { gateway, providers, accounts });
    const parts = { host, prepared, check, input, ground, room, agents, progress, asker };
    const deps = createSessionDeps(context, { ...parts, runId: run.id });
    try {
      const end = await runSession(deps, await contextOf(fix), startOf(fix));
      const planRoom = { ...check, context: { ...context, stderr: progress.output }, config };
      const result = await handOver({ deps, ground, begun, room, planRoom }, end);
      const summary = { ...end.summary, result };
      isOver = summary.outcome !== 'interrupted';
      if (isOver) await fix.conclude?.(summary);
      return summary;
    } finally {
      await deps.events.close();
    }
  } finally {
    await Promise.all([stop(), room.remove(isOver)]);
  }
}

function limitsOf({ ground, amounts, account }: FixRun) {
  const { attemptUsd, monthUsd } = ground.config.budgets;
  const { pullRequestUsd } = account;
  return { attemptUsd: Math.min(attemptUsd, amounts.budgetUsd), pullRequestUsd, monthUsd };
}

/** What engines do not find, as tasks. */
function startOf({ begun, ground, amounts, check, failed = [] }: FixRun): SessionStart {
  const { startTree: tree, homeTree: home, merge, review: threads } = begun.request;
  const { retryPolicy } = sessionSettings(ground.config, amounts);
  const deps = { hash: (text: string) => check.hash.hex(text) };
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

async function contextOf({
  check,
  prepared,
  input,
  ground,
  begun,
  amounts,
  takenBack = [],
  mostMs = Infinity,
}: FixRun): Promise<SessionContext> {
  const settings = sessionSettings(ground.config, amounts);
  const { run, request } = begun;
  const isWanted = wantedIn(request.paths);
  return {
    run,
    settings,
    runId: run.id,
    check: input,
    base: await baseOfTree(
      { ...check, trees: ground.trees },
      { base: ground.base, check: input },
      request.startTree,
    ),
    linked: linkedPlaces(prepared.facts, (await ground.trees.list(request.startTree)).paths),
    wanted: (finding) => isWanted(finding) && !isTakenBack(finding, takenBack),
    takenBack,
    worker: ground.ids.workerId(),
    parents: parentsOf(begun),
    stop: stopAfter(Math.min(settings.sessionMs, mostMs), input.signal),
  };
}

/** Closes a run by hand with what it came to. */
export async function closeRun(
  runs: Ground['stores']['runs'],
  { id: runId }: Run,
  summary: SessionSummary,
): Promise<void> {
  const status = statusAfter(summary);
  const now = systemClock.now();
  await runs.updateRunStatus({ runId, status, summary: toJson(summary), now });
}

/** How a run stands that ended so. */
export function statusAfter({ outcome }: SessionSummary): 'succeeded' | 'failed' {
  return outcome === 'green' || outcome === 'better' ? 'succeeded' : 'failed';
}

/** The summary as a run keeps it. */
export function toJson(summary: SessionSummary): NonNullable<Run['summary']> {
  return JSON.parse(JSON.stringify(summary));
}
