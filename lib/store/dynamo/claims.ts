import type { Lease, Task } from '#model/task.ts';
import { completion } from '#repair/rules/tasks/completion.ts';
import { claimOrder } from '#repair/rules/tasks/readiness.ts';
import { nextSweepAt } from '#repair/rules/tasks/repair.ts';
import type { ClaimOutcome, ClaimRequest } from '#model/needs/run-store.ts';
import { type Candidate, pickRandomly, readWindow, windowSize } from './claim-window.ts';
import { updateItem } from './items.ts';
import { claimPk, keys } from './keys.ts';
import type { RunStoreContext } from './run-context.ts';
import { isRunItemOpen } from './runs.ts';
import { loadTaskItem, parseTaskItem, queryTaskItems, type TaskItem } from './task-items.ts';

/** Tries in one window before the next one is read: what was lost there tells that it is old. */
const triesPerWindow = 3;
const windows = 2;

/**
 * Claims by one conditional write. Candidates come from the index, which may lag; only when it has
 * nothing to give are all tasks read strongly, repaired, and claimed from directly.
 */
export async function claimNextTaskItem(
  context: RunStoreContext,
  request: ClaimRequest,
): Promise<ClaimOutcome> {
  const held = request.repeated ? await findHeld(context, request) : undefined;
  if (held !== undefined) return { kind: 'claimed', task: held };
  for (let pass = 0; pass < windows; pass += 1) {
    const [window, live] = await Promise.all([
      readWindow(context.table, request),
      isRunItemOpen(context.table, request.runId),
    ]);
    if (!live) return { kind: 'complete' };
    if (window.length === 0) break;
    const claimed = await claimOneOf(context, request, window);
    if (claimed !== undefined) return { kind: 'claimed', task: claimed };
  }
  return claimStrongly(context, request);
}

async function findHeld(
  { table }: RunStoreContext,
  { runId, token }: ClaimRequest,
): Promise<Task | undefined> {
  const items = await queryTaskItems(table, runId);
  return items.map(({ task }) => task).find(({ lease }) => lease?.token === token);
}

async function claimOneOf(
  context: RunStoreContext,
  request: ClaimRequest,
  window: readonly Candidate[],
): Promise<Task | undefined> {
  const open = window.filter((candidate) => !context.taken.has(request.runId, candidate));
  // Where there is less than one for each, most are lost: then one try tells enough.
  const tries = open.length < request.claimers ? 1 : triesPerWindow;
  for (const chosen of pickRandomly(open, tries, context.random)) {
    if (context.taken.has(request.runId, chosen)) continue;
    context.taken.add(request.runId, chosen);
    const claimed = await claimCandidate(context, request, chosen);
    if (claimed !== undefined) return claimed.task;
  }
  return undefined;
}

/** The one write of a claim, without reading first. */
async function claimCandidate(
  { table }: RunStoreContext,
  { runId, worker, now, leaseMs, token }: ClaimRequest,
  { id, attemptNo }: Candidate,
): Promise<TaskItem | undefined> {
  const lease: Lease = { worker, until: now + leaseMs, fence: attemptNo + 1, token };
  const outcome = await updateItem(table, keys.task(runId, id), {
    UpdateExpression:
      'SET #status = :running, lease = :lease, attemptNo = :next, updatedAt = :now, rev = rev + :one ' +
      'REMOVE claimPk, claimSk, notBefore, statusReason',
    ConditionExpression:
      'claimPk = :pk AND #status = :queued AND attemptNo = :seen ' +
      'AND (attribute_not_exists(notBefore) OR notBefore <= :now)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':pk': claimPk(runId),
      ':queued': 'queued',
      ':running': 'running',
      ':lease': lease,
      ':seen': attemptNo,
      ':next': attemptNo + 1,
      ':now': now,
      ':one': 1,
    },
  });
  if (outcome.kind === 'done') return parseTaskItem(outcome.item);
  if (!outcome.resent) return undefined;
  // The answer to an earlier send may have been lost after it took the task.
  const current = await loadTaskItem(table, runId, id);
  return current?.task.lease?.token === token ? current : undefined;
}

/** From a strong read of all tasks, which claimers of one process share: see sweeps.ts. */
async function claimStrongly(
  context: RunStoreContext,
  request: ClaimRequest,
): Promise<ClaimOutcome> {
  const { now } = request;
  const items = await context.sweeps.read(request.runId, now);
  const ready = items
    .filter(({ task, offered }) => offered && (task.notBefore ?? 0) <= now)
    .toSorted((a, b) => (claimOrder(a.task) < claimOrder(b.task) ? -1 : 1))
    .slice(0, windowSize(request.claimers))
    .map(({ task }) => ({ id: task.id, attemptNo: task.attemptNo }));
  const claimed = await claimOneOf(context, request, ready);
  if (claimed !== undefined) return { kind: 'claimed', task: claimed };
  return describeIdle(context, items, now);
}

function describeIdle(
  { leaseGraceMs }: RunStoreContext,
  items: readonly TaskItem[],
  now: number,
): ClaimOutcome {
  const tasks = items.map((item) => item.task);
  const state = completion(tasks);
  if (state.kind === 'complete') return { kind: 'complete' };
  const retryAt = nextSweepAt({ tasks, now, graceMs: leaseGraceMs });
  return {
    kind: 'idle',
    remaining: state.remaining,
    ...(retryAt !== undefined && { retryAt }),
  };
}
