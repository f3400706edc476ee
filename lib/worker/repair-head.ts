import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { compareWithCommit } from '#check/read-base.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { notBegun, releaseTasks } from '#repair/begin-run.ts';
import { findAgents } from '#repair/find-agents.ts';
import { type OpenedRepair, openRepair } from '#repair/open-repair.ts';
import { runRepair } from '#repair/run-repair.ts';
import { type MergedStart, mergeStart, type RepairRequest } from '#repair/repair-request.ts';
import { timeForWork } from '#repair/rules/session/time-for-work.ts';
import { ensureBaseline, createBaselineReader } from './ensure-baseline.ts';
import type { StartedSession } from './needs/session-backend.ts';
import type { HeadToWorkOn, Worker } from './worker.ts';
import type { Asker } from '#repair/needs/asker.ts';

export interface Repaired {
  readonly summary: SessionSummary;
  /** What a plan could not go on without. */
  readonly question: string | undefined;
}

const mostSaid = 1_000;

/** The session of `ratchetr fix` on a pull request. */
export async function repairHead(
  { host, openGateway, progress, signal }: Worker,
  { started, prepared, ofBase, state, mergeBase }: HeadToWorkOn,
): Promise<Outcome<Repaired>> {
  const { run, brief } = started;
  const agents = await findAgents(host.agentPrograms, prepared.config);
  if (agents.kind === 'refused') {
    return refuse(agents.code, shortened(oneLine(agents.sentence), mostSaid));
  }
  const opening = await openRepair(host, {
    prepared,
    openState: async () => state,
    recordedOf: createBaselineReader(state),
    isBaseJudged: true,
    signal,
  });
  if (opening.kind === 'refused') return opening;
  const { check, input } = opening.value;
  // With the base merged in, what the base has come to since is nothing that the branch brought.
  const commit = brief.work === 'merge-conflict' ? brief.baseSha : mergeBase;
  const known = { check, input, prepared, ofBase, state };
  await ensureBaseline(host, { ...known, runId: run.id, base: commit });
  const base = await compareWithCommit(check, prepared, commit);
  const opened = { ...opening.value, base };
  const request = await buildRequest(opened, brief);
  if (request.kind === 'refused') return notBegun(request.code, request.sentence);
  const { clock } = host;
  await releaseTasks({ runs: state.stores.runs, clock }, run);
  const asker = createBriefAsker(brief.answers);
  const summary = await runRepair(opened, {
    begun: { run, request: request.value },
    agents: agents.value,
    openGateway: (limits) => openGateway(prepared.config, limits),
    progress: progress.session,
    asker,
    ...computeAllowance(started, prepared, clock.now()),
    takenBack: brief.takenBack,
    failed: brief.work === 'ci' ? brief.failed : [],
  });
  return ok({ summary, question: asker.unanswered() });
}

/** What the session may take: money and time. */
function computeAllowance(
  { run, brief, deadline }: StartedSession,
  { config: { budgets, workers } }: PreparedCheck,
  now: number,
) {
  // All runs of a pull request share one account; a run by hand has one of its own.
  const pullRequest: string = run.workspaceId ?? run.id;
  return {
    limits: { budgetUsd: brief.budgetUsd, maxWorkers: workers.max },
    account: {
      pullRequest,
      month: monthAccount(now),
      pullRequestUsd: budgets.pullRequestUsd,
    },
    mostMs: timeForWork(deadline - now),
  };
}

/** The same for every worker of the run: it stands on commits alone. */
async function buildRequest(
  { git, head, prepared: { repository }, check }: OpenedRepair,
  { work, headSha, baseSha, threads }: RunBrief,
): Promise<Outcome<RepairRequest>> {
  const homeTree = await check.history.treeOf(repository, headSha);
  if (homeTree === undefined) throw new Error(`The checkout has no commit ${headSha}`);
  const merged: Outcome<MergedStart> =
    work === 'merge-conflict' ? await mergeStart(git, head, baseSha) : ok({});
  if (merged.kind === 'refused') return merged;
  const { tree: startTree = homeTree, merge } = merged.value;
  return ok({
    homeTree,
    startTree,
    paths: [],
    ...(merge && { merge }),
    review: work === 'review' ? threads : [],
    handOver: { kind: 'changeset' },
  });
}

interface BriefAsker extends Asker {
  /** The question that no person has answered yet; undefined: there is none. */
  unanswered(): string | undefined;
}

/** Answers with what people said before; a plan that asks for more waits for an answer on the pull request. */
export function createBriefAsker(answers: RunBrief['answers']): BriefAsker {
  let open: string | undefined;
  return {
    ask: async ({ question, choices = [] }) => {
      // Where a person answered twice, the later answer counts.
      const known = answers.findLast((one) => one.question === composeQuestion(question, choices));
      if (known === undefined) open ??= composeQuestion(question, choices);
      return known?.answer;
    },
    unanswered: () => open,
  };
}

/** A person sees nothing but this text. */
function composeQuestion(question: string, choices: readonly string[]): string {
  return choices.length === 0 ? question : `${question} (one of: ${choices.join(', ')})`;
}
