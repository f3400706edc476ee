import { systemClock } from '#adapters/system/clock.ts';
import type { Run } from '#domain/model/run.ts';
import type { SessionSummary } from '#domain/model/session-summary.ts';
import { conflictTask } from '#domain/tasks/conflict.ts';
import { reviewTasks } from '#domain/tasks/review.ts';
import type { CheckDeps, CheckInput } from '#steps/check-repository.ts';
import { baseOfTree } from '#steps/session/base-of-tree.ts';
import { runSession, type SessionStart } from '#steps/run-session.ts';
import type { SessionContext } from '#steps/session/session.ts';
import type { PreparedCheck } from '../check/prepare.ts';
import type { CliContext } from '../context.ts';
import { createSessionAgents, type FoundAgents } from './agents.ts';
import { byHand } from '../runs/find-run.ts';
import type { Amounts } from './amounts.ts';
import { type BegunRun, parentsOf } from './begin-run.ts';
import { monthAccount, openGateway } from './gateway.ts';
import type { Ground } from './ground.ts';
import { handOver } from './hand-over.ts';
import { linkedPlaces, wantedIn } from './places.ts';
import type { ShownSession } from './progress.ts';
import { openRoom } from './room.ts';
import { createSessionDeps } from './session-deps.ts';
import { sessionSettings } from './settings.ts';

export interface FixRun {
  readonly prepared: PreparedCheck;
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly ground: Ground;
  readonly found: FoundAgents;
  readonly begun: BegunRun;
  readonly amounts: Amounts;
  readonly progress: ShownSession;
}

/** Repairs, hands the result over and closes the run; an interrupted one stays open and can be taken up again. */
export async function runFix(context: CliContext, fix: FixRun): Promise<SessionSummary> {
  const { prepared, check, input, ground, begun, amounts, progress } = fix;
  const { stores, repository, config } = ground;
  const { run } = begun;
  const room = await openRoom(check, repository, run.id);
  const spending = stores.spending(config.budgets, amounts.budgetUsd);
  const { gateway, providers, stop } = await openGateway(context, config, spending);
  let isOver = false;
  try {
    const month = monthAccount(systemClock.now());
    const accounts = { pullRequest: `${byHand}/${run.id}`, month };
    const agents = createSessionAgents(fix.found, config, { gateway, providers, accounts });
    const { trees } = ground;
    const parts = { prepared, check, input, stores, room, agents, progress, trees };
    const deps = createSessionDeps(context, { ...parts, runId: run.id });
    const start = startOf(fix);
    try {
      const end = await runSession(deps, await contextOf(fix), start);
      const planRoom = { ...check, context: { ...context, stderr: progress.output }, config };
      const result = await handOver({ deps, ground, begun, room, planRoom }, end);
      const summary = { ...end.summary, result };
      isOver = await close(stores.runs, run, summary);
      return summary;
    } finally {
      await deps.events.close();
    }
  } finally {
    await Promise.all([stop(), room.remove(isOver)]);
  }
}

/** What engines do not find, as tasks. */
function startOf({ begun, ground, amounts, check }: FixRun): SessionStart {
  const { startTree: tree, homeTree: home, merge, review: threads } = begun.request;
  const { retryPolicy } = sessionSettings(ground.config, amounts);
  const deps = { hash: (text: string) => check.hash.hex(text) };
  const planning = { runId: begun.run.id, retryPolicy };
  const first =
    merge === undefined || merge.conflicts.length === 0
      ? []
      : [conflictTask(deps, { ...planning, ...merge, paths: merge.conflicts })];
  return { tree, home, first, beside: reviewTasks(deps, { ...planning, threads }) };
}

async function contextOf({
  check,
  prepared,
  input,
  ground,
  begun,
  amounts,
}: FixRun): Promise<SessionContext> {
  const settings = sessionSettings(ground.config, amounts);
  const { run, request } = begun;
  const late = AbortSignal.timeout(settings.sessionMs);
  return {
    run,
    settings,
    runId: run.id,
    check: input,
    base: await baseOfTree(
      { ...check, trees: ground.trees },
      { base: ground.base, check: input },
      request.homeTree,
    ),
    linked: await linkedPlaces(ground, prepared.facts, request.startTree),
    wanted: wantedIn(request.paths),
    worker: ground.ids.workerId(),
    parents: parentsOf(begun),
    stop: AbortSignal.any([late, ...(input.signal === undefined ? [] : [input.signal])]),
  };
}

/** Whether the run is over now. */
async function close(
  runs: Ground['stores']['runs'],
  run: Run,
  summary: SessionSummary,
): Promise<boolean> {
  if (summary.outcome === 'interrupted') return false;
  const isGood = summary.outcome === 'green' || summary.outcome === 'better';
  const status = isGood ? 'succeeded' : 'failed';
  const now = systemClock.now();
  await runs.updateRunStatus({ runId: run.id, status, summary: toJson(summary), now });
  return true;
}

function toJson(summary: SessionSummary): NonNullable<Run['summary']> {
  return JSON.parse(JSON.stringify(summary));
}
