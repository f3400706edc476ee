import type { Decision } from '#model/decision.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import { readInFullEvery } from './rules/decision/read-in-full.ts';
import type { ForgeLook, ForgeReading } from './needs/forge.ts';
import { decideOne, type LookReading } from './decide/decide-one.ts';
import type { DecideDeps } from './decide/deps.ts';
import { flushOutbox } from './flush-outbox.ts';
import { lookMessages } from './wake-due.ts';

const retryAfter = 60_000;

const mostRounds = 3;

/** Observes workspaces of one repository, decides about each of them, and records what was decided. */
export async function decideNext(
  deps: DecideDeps,
  ids: readonly WorkspaceId[],
): Promise<readonly Decision[]> {
  const failures: unknown[] = [];
  const decisions: Decision[] = [];
  let left: readonly WorkspaceId[] = [...new Set(ids)];
  for (let round = 0; round < mostRounds && left.length > 0; round += 1) {
    const { decided, lost } = await decideOnce(deps, left, failures);
    decisions.push(...decided);
    left = await findUndecided(deps, lost);
  }
  if (left.length > 0) await queueLooksAgain(deps, left);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Not everything could be decided');
  return decisions;
}

/** Those whose write was lost to one that decided nothing, such as a note of what people were shown. */
async function findUndecided(
  { workspaces }: DecideDeps,
  lost: readonly WorkspaceHead[],
): Promise<readonly WorkspaceId[]> {
  const ids: WorkspaceId[] = [];
  for (const { state } of lost) {
    const winner = await workspaces.load(state.id);
    if (winner?.state.lastCheckedAt === state.lastCheckedAt) ids.push(state.id);
  }
  return ids;
}

/** A look that lost again and again must not wait until a lost message is noticed. */
async function queueLooksAgain(
  { workspaces, queue, clock }: DecideDeps,
  ids: readonly WorkspaceId[],
): Promise<void> {
  for (const id of ids) await workspaces.wake(id, clock.now());
  await queue.send(lookMessages(ids));
}

interface Round {
  readonly decided: readonly Decision[];
  readonly lost: readonly WorkspaceHead[];
}

/** A workspace that cannot be read does not keep the others waiting; its error is thrown after their turn. */
async function decideOnce(
  deps: DecideDeps,
  ids: readonly WorkspaceId[],
  failures: unknown[],
): Promise<Round> {
  const unlessItFails = async <Result>(
    id: WorkspaceId,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      deps.log.error('A workspace cannot be decided about', { workspaceId: id, error });
      failures.push(error);
      return undefined;
    }
  };
  const heads: WorkspaceHead[] = [];
  for (const id of ids) {
    const head = await unlessItFails(id, () => loadFlushed(deps, id));
    if (head !== undefined) heads.push(head);
  }
  const decided: Decision[] = [];
  const losers: WorkspaceHead[] = [];
  for (const group of Map.groupBy(heads, repositoryKey).values()) {
    const readings = await readPullRequests(deps, group);
    const lost = await findLostWorkers(deps, group);
    for (const [index, head] of group.entries()) {
      const reading = readings[index];
      if (reading === undefined) continue;
      const work = () => decideOrPostpone(deps, head, { reading, lost });
      const decision = await unlessItFails(head.state.id, work);
      if (decision === 'lost') losers.push(head);
      else if (decision !== undefined) decided.push(decision);
    }
  }
  return { decided, lost: losers };
}

async function loadFlushed(deps: DecideDeps, id: WorkspaceId): Promise<WorkspaceHead | undefined> {
  const head = await deps.workspaces.load(id);
  return head && flushOutbox(deps, head);
}

function repositoryKey({ state: { pullRequest } }: WorkspaceHead): string {
  return `${pullRequest.host} ${pullRequest.repositoryId}`;
}

/** A workspace that fails must not block the rest of the batch. */
async function decideOrPostpone(
  deps: DecideDeps,
  head: WorkspaceHead,
  looked: LookReading,
): Promise<Decision | 'lost' | undefined> {
  try {
    return await decideOne(deps, head, looked);
  } catch (error) {
    deps.log.error('A look failed', { workspaceId: head.state.id, error });
    const reading = postponeReading(deps.clock.now(), error);
    return decideOne(deps, head, { ...looked, reading });
  }
}

function postponeReading(now: number, error: unknown): ForgeReading {
  return { kind: 'later', at: now + retryAfter, reason: String(error) };
}

/** While the forge is down, what is known stays, and every workspace is read again later. */
async function readPullRequests(
  { forge, clock, log }: DecideDeps,
  heads: readonly WorkspaceHead[],
): Promise<readonly ForgeReading[]> {
  const [first] = heads;
  if (first === undefined) return [];
  const now = clock.now();
  try {
    return await forge.look(
      first.state.pullRequest,
      heads.map((head) => planReading(head, now)),
    );
  } catch (error) {
    log.warn('The forge cannot be read', { repository: repositoryKey(first), error });
    return heads.map(() => postponeReading(now, error));
  }
}

/** A workspace that an event woke is read in full; one that the clock woke is asked only whether anything moved. */
function planReading({ state, wakeSeq }: WorkspaceHead, now: number): ForgeLook {
  const { pullRequest, light, readAt, observation, wakeSeqSeen } = state;
  const isShort =
    light !== undefined &&
    observation !== undefined &&
    wakeSeq === wakeSeqSeen &&
    readAt !== undefined &&
    now - readAt < readInFullEvery(state);
  return { pullRequest, ...(isShort && { light }) };
}

/** Workers that HEAD still names and that are not there any more. */
async function findLostWorkers(
  { launcher, log }: DecideDeps,
  heads: readonly WorkspaceHead[],
): Promise<ReadonlySet<string>> {
  const refs = heads.flatMap(({ state: { session, check } }) =>
    [session?.taskRef, check?.taskRef].filter((ref) => ref !== undefined),
  );
  if (refs.length === 0) return new Set();
  try {
    const states = await launcher.describe(refs);
    return new Set(refs.filter((ref) => states.get(ref)?.kind !== 'alive'));
  } catch (error) {
    // A launcher that does not answer loses no worker; the deadlines hold all the same.
    log.warn('Workers cannot be asked after', { workers: refs.length, error });
    return new Set();
  }
}
