import { systemClock } from '#platform/system/clock.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import { timeForWork } from '#repair/rules/session/time-for-work.ts';
import { baseAt } from '#check/read-base.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { CliContext } from '../context.ts';
import { findAgents } from '../fix/agents.ts';
import { releaseTasks } from '../fix/begin-run.ts';
import type { OpenedGateway } from '../fix/gateway.ts';
import type { Ground } from '../fix/ground.ts';
import { openFix, type StateElsewhere } from '../fix/open-fix.ts';
import { createSessionProgress } from '../fix/progress.ts';
import { type MergedStart, readMerge } from '../fix/read-request.ts';
import type { FixRequest } from '../fix/run-config.ts';
import { type FixRun, runFix } from '../fix/run-fix.ts';
import { createBriefAsker } from './brief-asker.ts';
import { ensureBaseline } from './known-base.ts';
import { listening } from './listening.ts';
import type { Started } from './started.ts';

export interface Repair {
  readonly started: Started;
  readonly prepared: PreparedCheck;
  readonly state: StateElsewhere;
  readonly mergeBase: Sha;
  readonly gateway?: OpenedGateway | undefined;
}

export interface Repaired {
  readonly summary: SessionSummary;
  /** What a plan could not go on without. */
  readonly question: string | undefined;
}

/** The session of `ratchetr fix` on a pull request. */
export async function repair(
  context: CliContext,
  host: EngineHost,
  { started, prepared, state, mergeBase, gateway }: Repair,
): Promise<Outcome<Repaired>> {
  const { run, brief } = started;
  const told = listening(context);
  const found = await findAgents(told.context, prepared.config);
  const opened = found && (await openFix(told.context, host, { prepared, state }));
  if (found === undefined || opened === undefined) return refuse('not-begun', told.said());
  const { check, input } = opened;
  // With the base merged in, what the base has come to since is nothing that the branch brought.
  const commit = brief.work === 'merge-conflict' ? brief.baseSha : mergeBase;
  await ensureBaseline(host, { check, input, prepared, state, runId: run.id, base: commit });
  const base = await baseAt(check, opened.ground.repository, commit);
  const ground = { ...opened.ground, base };
  const request = await requestOf(brief, { ...ground, check });
  if (request.kind === 'refused') {
    return refuse(request.code, `Nothing was begun: ${request.sentence}.`);
  }
  await releaseTasks(state.stores.runs, run);
  const { signal, env, stderr } = context;
  const progress = createSessionProgress({ output: stderr, clock: systemClock, signal, env });
  const asker = createBriefAsker(brief);
  try {
    const summary = await runFix(context, {
      host,
      prepared,
      check,
      input,
      ground,
      found,
      gateway,
      progress,
      asker,
      ...amountsOf(started, prepared),
      begun: { run, request: request.value, letGo: () => {} },
      takenBack: brief.takenBack,
      failed: brief.work === 'ci' ? brief.failed : [],
    });
    return ok({ summary, question: asker.unanswered() });
  } finally {
    progress.stop();
  }
}

type Amounts = Pick<FixRun, 'account' | 'amounts' | 'mostMs'>;

function amountsOf(
  { run, brief, deadline }: Started,
  { config: { budgets, workers } }: PreparedCheck,
): Required<Amounts> {
  const { budgetUsd } = brief;
  // All runs of a pull request share one account; a run by hand has one of its own.
  const pullRequest: string = run.workspaceId ?? run.id;
  return {
    amounts: { budgetUsd, maxWorkers: workers.max },
    account: { pullRequest, pullRequestUsd: budgets.pullRequestUsd },
    mostMs: timeForWork(deadline - systemClock.now()),
  };
}

/** The same for every worker of the run: it stands on commits alone. */
async function requestOf(
  { work, headSha, baseSha, threads }: RunBrief,
  ground: Pick<Ground, 'head' | 'merges' | 'repository'> & TreeDeps,
): Promise<Outcome<FixRequest>> {
  const homeTree = await treeOf(ground, headSha);
  const merged: Outcome<MergedStart> =
    work === 'merge-conflict' ? await readMerge(ground, baseSha) : ok({});
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

type TreeDeps = { readonly check: Pick<FixRun['check'], 'history'> };

async function treeOf(
  { check, repository }: Pick<Ground, 'repository'> & TreeDeps,
  head: Sha,
): Promise<Sha> {
  const tree = await check.history.treeOf(repository, head);
  if (tree === undefined) throw new Error(`The checkout has no commit ${head}`);
  return tree;
}
