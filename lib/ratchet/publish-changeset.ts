import * as z from 'zod';
import type { ChangesetRejection } from '#repair/rules/verdict/changeset-rejection.ts';
import { undoDigest } from '#repair/rules/verdict/oscillation.ts';
import type { Changeset } from '#model/changeset.ts';
import type { RunId, Sha, WorkspaceId } from '#model/ids.ts';
import type { Session } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { sessionSummary } from '#model/session-summary.ts';
import { taskThatAddressed } from '#repair/rules/session/addressed.ts';
import type { BranchHead, Prepared, PublishTarget } from './needs/publisher.ts';
import type { PublishDeps } from './publish/deps.ts';
import { listCommitFiles, judgeProposal, type Proposal } from './publish/judge-proposal.ts';
import { beginPublishing, clearPublished } from './publish/move-session.ts';
import { blobReader, readChangeset, readBrief } from './publish/proposal.ts';
import { rememberChanges } from './publish/remember-changes.ts';
import type { EndedSession } from './rules/decision/end-session.ts';

export interface ToPublish {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/**
 * Puts the changeset of a finished session on its branch, or finds out why not, and clears the session. Repeated at any
 * point it comes to the same: one commit at most.
 */
export async function publishChangeset(deps: PublishDeps, wanted: ToPublish): Promise<void> {
  const { workspaceId, runId } = wanted;
  const head = await deps.workspaces.load(workspaceId);
  const session = head?.state.session;
  const isDue = session?.phase === 'finished' || session?.phase === 'publishing';
  if (head === undefined || session?.id !== runId || !isDue || session.changeset === undefined) {
    deps.log.info('Nothing to publish', { workspaceId, sessionId: runId });
    return;
  }
  const ended = await publishSession(deps, head.state, session);
  const costUsd = await readRunCost(deps, runId);
  await clearPublished(deps, wanted, { ...ended, costUsd });
}

type Ended = Parameters<typeof clearPublished>[2];

async function publishSession(
  deps: PublishDeps,
  state: WorkspaceState,
  session: Session,
): Promise<Ended> {
  const { observation } = state;
  if (observation === undefined) throw new Error(`Workspace ${state.id} was never looked at`);
  const changeset = session.changeset && (await readChangeset(deps, session.changeset));
  const { headRepository: repository } = observation;
  if (changeset === undefined)
    return endWithoutPush('Its changeset is lost or damaged; run it again.');
  if (repository === null) {
    return { ...endWithoutPush('The repository of the branch is gone.'), patch: true };
  }
  const place = { pullRequest: state.pullRequest, repository, branch: observation.headRef };
  const live = await deps.publisher.headOf(place);
  const before = await listCommitFiles(deps, { state, repository }, session.headBefore);
  const proposal = { state, session, observation, changeset, repository, before };
  const own = live && (await findPublishedCommit(deps, proposal, live));
  if (own !== undefined) return endAsPushed(deps, proposal, own);
  // Once the intent is written, another delivery may be pushing at this moment: only the branch itself may say no.
  const isIntended = session.phase === 'publishing';
  if (!isIntended && (session.cancelled !== undefined || observation.state !== 'open')) {
    return endAsCancelled(session.cancelled ?? 'The pull request is over.');
  }
  if (live?.sha !== session.headBefore) return endAsLostRace(live);
  const against = await judgeProposal(deps, proposal);
  if (against.length > 0) return endAsRejected(against);
  if (!isIntended && !observation.canPush) {
    return {
      ...endWithoutPush('We may not push to the branch; the verified patch is kept.'),
      patch: true,
    };
  }
  const signed = observation.signaturesRequired;
  return pushProposal(deps, proposal, { ...place, expectedHead: session.headBefore, signed });
}

/** Our commit, where an earlier publisher pushed it and crashed: the head, or below what was pushed since. */
async function findPublishedCommit(
  { publisher }: PublishDeps,
  { state: { pullRequest }, session, changeset, repository }: Proposal,
  live: BranchHead,
): Promise<BranchHead['sha'] | undefined> {
  if (isCommitOfSession(live, session, changeset)) return live.sha;
  const { phase, headBefore } = session;
  if (phase !== 'publishing' || live.sha === headBefore) return undefined;
  const since = await publisher.commitsSince({ pullRequest, repository }, headBefore, live.sha);
  return since.find((commit) => isCommitOfSession(commit, session, changeset))?.sha;
}

/** Any commit can name a run, so the tree counts too. */
function isCommitOfSession(
  { sha, runId, tree }: BranchHead,
  { id, intendedSha }: Session,
  changeset: Changeset,
): boolean {
  return sha === intendedSha || (runId === id && tree === changeset.tree);
}

async function pushProposal(
  deps: PublishDeps,
  proposal: Proposal,
  target: PublishTarget,
): Promise<Ended> {
  const { changeset, session, state } = proposal;
  const publication = { changeset, read: blobReader(deps, changeset) };
  const prepared = await deps.publisher.prepare(target, publication);
  if (prepared.kind === 'refused') return endAsRefusedByForge(prepared);
  const named = { workspaceId: state.id, runId: session.id };
  const intended = prepared.kind === 'commit' ? prepared.sha : undefined;
  const begun = await beginPublishing(deps, named, intended);
  if (begun.kind === 'over') return endAsCancelled(begun.reason);
  const outcome = await deps.publisher.push(target, prepared, publication);
  switch (outcome.kind) {
    case 'pushed':
      return endAsPushed(deps, proposal, outcome.head);
    case 'lost-race':
      return endAsLostRace({ sha: outcome.head });
    case 'refused':
      return endAsRefusedByForge(outcome);
  }
}

async function endAsPushed(
  deps: PublishDeps,
  proposal: Proposal,
  sha: BranchHead['sha'],
): Promise<Ended> {
  const { changeset, before, session } = proposal;
  const undo = undoDigest(changeset, before, deps.hash.hex);
  return {
    outcome: 'pushed',
    reason: `Pushed ${sha.slice(0, 12)}.`,
    push: { sha, tree: changeset.tree, undo, ...(await rememberChanges(deps, proposal)) },
    threads: await reviewThreads(deps, session),
  };
}

function endAsLostRace(live: { readonly sha: Sha } | undefined): Ended {
  const now = live === undefined ? 'is gone' : `moved to ${live.sha.slice(0, 12)}`;
  return { outcome: 'lost-race', reason: `The branch ${now} while the session worked.` };
}

function endAsCancelled(reason: string): Ended {
  return { outcome: 'cancelled', reason };
}

function endWithoutPush(reason: string): Ended {
  return { outcome: 'no-push', reason };
}

/** Nothing is wrong with these; they are for a person to push. */
const forPeople: ReadonlySet<ChangesetRejection['code']> = new Set([
  'NO_RIGHT_TO_WORKFLOWS',
  'EXPECTATIONS_CHANGED',
  'EXECUTES_ELSEWHERE',
]);

/** Where only a right or a person's decision is missing, the patch is verified all the same. */
function endAsRejected(against: readonly ChangesetRejection[]): Ended {
  const [first] = against;
  const more = against.length > 1 ? ` And ${against.length - 1} more.` : '';
  return {
    ...endWithoutPush(`Not published: ${first?.sentence ?? ''}${more}`),
    patch: against.every(({ code }) => forPeople.has(code)),
    details: against.map(({ code, sentence }) => `${code}: ${sentence}`),
  };
}

function endAsRefusedByForge({ code, reason }: Extract<Prepared, { kind: 'refused' }>): Ended {
  const details = [`${code}: ${reason}`];
  return { ...endWithoutPush(`Not published: ${reason}`), patch: code !== 'TREE_DIFFERS', details };
}

const costs = z.object({ costUsd: z.number().nonnegative() });

async function readRunCost({ runs }: PublishDeps, runId: RunId): Promise<number> {
  const run = await runs.loadRun(runId);
  return costs.safeParse(run?.summary).data?.costUsd ?? 0;
}

/** What a session that was to address a review made of each of its threads. */
async function reviewThreads(
  deps: PublishDeps,
  { id: runId, kind }: Session,
): Promise<EndedSession['threads']> {
  if (kind !== 'review') return undefined;
  const { runs } = deps;
  const { threads = [] } = (await readBrief(deps, runId)) ?? {};
  const { summary } = (await runs.loadRun(runId)) ?? {};
  const { dropped = [] } = sessionSummary.safeParse(summary).data ?? {};
  const work = {
    tasks: await runs.listTasks(runId),
    accepted: await runs.listAccepted(runId),
    dropped: new Map(dropped.map(({ taskId, because }) => [taskId, because])),
  };
  return threads.flatMap((thread) => {
    const isAddressed = taskThatAddressed(thread, work) !== undefined;
    return thread.id === undefined ? [] : { id: thread.id, isAddressed };
  });
}
