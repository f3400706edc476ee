import { type RunBrief, runBrief } from '#model/run-brief.ts';
import type { LiveRun } from '#model/session.ts';
import { run } from '#model/run.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { headOf } from '#repair/rules/session/worker.ts';
import { createCheckRefusalFinder } from '../rules/decision/refusals.ts';
import { composeReviewThread } from '../rules/observation/review-thread.ts';
import type { ListeningPolicy } from '../rules/observation/trust.ts';
import { excludeStrangers } from '../exclude-strangers.ts';
import { toRatchetSettings, readRepositorySettings } from '../read-settings.ts';
import { readReverts } from '../read-reverts.ts';
import type { DispatchDeps } from './deps.ts';
import { briefName } from './brief-name.ts';

/** Makes the run and writes down what its worker has to know; what is there already stays. */
export async function prepareRun(
  deps: DispatchDeps,
  state: WorkspaceState,
  target: LiveRun,
): Promise<void> {
  const { observation, pullRequest } = state;
  if (observation === undefined) throw new Error(`Workspace ${state.id} was never observed`);
  const read = await readRepositorySettings(deps, pullRequest, observation.baseSha);
  if (read.kind === 'broken') throw new Error(read.problem);
  const isCheck = target.kind === 'check';
  const headSha = headOf(target);
  await deps.runs.createRun(
    run.parse({
      schemaVersion: 1,
      id: target.id,
      workspaceId: state.id,
      kind: isCheck ? 'check' : 'fixup',
      repoPath: `${pullRequest.owner}/${pullRequest.name}`,
      headSha,
      baseSha: observation.baseSha,
      config: { ratchet: toRatchetSettings(read.config), budgets: read.config.budgets },
      status: 'running',
      startedAt: isCheck ? deps.clock.now() : target.reservedAt,
    }),
  );
  const { budgets, trust, policy } = read.config;
  const listening = { authors: trust.authors, bots: policy.bots };
  await keepBrief(deps, state, { target, listening, pullRequestUsd: budgets.pullRequestUsd });
  if (isCheck) await deps.forge.startCheck(pullRequest, { headSha, externalId: target.id });
}

/** A run that waits for capacity is prepared again and again, and must not read all logs from the forge each time. */
async function keepBrief(
  deps: DispatchDeps,
  state: WorkspaceState,
  { pullRequestUsd, ...wanted }: Omit<Wanted, 'budgetUsd'> & { readonly pullRequestUsd: number },
): Promise<void> {
  const key = { runId: wanted.target.id, name: briefName };
  if ((await deps.artifacts.describe(key)) !== undefined) return;
  const budgetUsd = Math.max(0, pullRequestUsd - state.spentUsd);
  const brief = await composeBrief(deps, state, { ...wanted, budgetUsd });
  await deps.artifacts.put(key, new TextEncoder().encode(JSON.stringify(brief)));
}

interface Wanted {
  readonly target: LiveRun;
  readonly budgetUsd: number;
  /** Whose words are passed on. */
  readonly listening: ListeningPolicy;
}

async function composeBrief(
  deps: DispatchDeps,
  state: WorkspaceState,
  { target, budgetUsd, listening }: Wanted,
): Promise<RunBrief> {
  const { observation, pullRequest, answers } = state;
  if (observation === undefined) throw new Error(`Workspace ${state.id} was never observed`);
  const { kind: work } = target;
  const { title, headRef, baseSha, baseRef, ci } = observation;
  return runBrief.parse({
    schemaVersion: 1,
    runId: target.id,
    work,
    pullRequest,
    title,
    headSha: headOf(target),
    headRef,
    baseSha,
    baseRef,
    failed:
      work === 'ci' ? await readFailureLogs(deps, state, omitRefusedChecks(state, ci.failed)) : [],
    threads: work === 'review' ? await readRequestedThreads(deps, state, listening) : [],
    ...(await readRevertsFor(deps, state, target)),
    answers: answers.map(({ question, answer }) => ({ question, answer })),
    budgetUsd,
  });
}

type Failed = NonNullable<WorkspaceState['observation']>['ci']['failed'];

/** What people want as it is asks for nothing. */
function omitRefusedChecks(state: WorkspaceState, failed: Failed): Failed {
  const refusalOf = createCheckRefusalFinder(state);
  return failed.filter((check) => refusalOf(check) === undefined);
}

async function readRevertsFor(
  deps: DispatchDeps,
  state: WorkspaceState,
  target: LiveRun,
): Promise<{ readonly takenBack?: RunBrief['takenBack'] }> {
  if (target.kind === 'check') return {};
  const takenBack = await readReverts(deps.forge, state, target.headBefore);
  return takenBack.length === 0 ? {} : { takenBack };
}

async function readFailureLogs(
  { forge }: DispatchDeps,
  { pullRequest }: WorkspaceState,
  failed: Failed,
): Promise<RunBrief['failed']> {
  const told: RunBrief['failed'] = [];
  for (const check of failed) {
    const log = await forge.failureLog(pullRequest, check);
    told.push({ check, ...(log !== undefined && { log }) });
  }
  return told;
}

/** What reviewers still ask for; what was answered without a change only where a person has it tried again. */
async function readRequestedThreads(
  { forge }: DispatchDeps,
  { observation, pullRequest, reviewLeft }: WorkspaceState,
  policy: ListeningPolicy,
): Promise<RunBrief['threads']> {
  if (observation === undefined) return [];
  const { review, author: login, authorAssociation: association } = observation;
  const again = reviewLeft === 'again' ? (review.answered ?? []) : [];
  const ids = [...review.openThreads, ...again, ...(review.requests ?? [])];
  const author = login === null ? null : { login, isBot: false, association };
  const threads = await forge.openThreads(pullRequest, ids);
  const known = await excludeStrangers(forge, pullRequest, { written: { threads }, policy });
  return threads.flatMap((thread) => composeReviewThread(thread, { author, policy: known }) ?? []);
}
