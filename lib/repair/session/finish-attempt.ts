import type { Rejection } from '../rules/verdict/rejection.ts';
import type { AttemptResult } from '#model/attempt.ts';
import type { Task } from '#model/task.ts';
import type { Attempted } from '../attempt-task.ts';
import { emit } from './emit.ts';
import type { SessionContext, RepairServices } from './session.ts';

/** How an attempt ended, as far as it is not the same for all. */
export type Finish = Pick<AttemptResult, 'outcome'> &
  Partial<Attempted['facts'] & Pick<AttemptResult, 'reason' | 'verdict'>>;

/** Tells the store how an attempt ended; undefined: another worker holds the task by now. */
export async function recordAttemptEnd(
  deps: RepairServices,
  session: SessionContext,
  { task, finish }: { readonly task: Task; readonly finish: Finish },
): Promise<AttemptResult | undefined> {
  const result: AttemptResult = {
    runId: session.run.id,
    taskId: task.id,
    attemptNo: task.attemptNo,
    finishedAt: deps.clock.now(),
    summary: {},
    artifacts: [],
    ...finish,
  };
  const { kind } = await deps.runs.finishAttempt(result);
  if (kind === 'stale') return undefined;
  const { outcome, reason, cost } = result;
  await emit(deps, session, {
    type: 'attempt_finished',
    task,
    payload: { outcome, ...(reason !== undefined && { reason }), ...(cost && { usd: cost.usd }) },
  });
  return result;
}

/** The verdict on what is taken, with all that is to be told of it. */
export function acceptedVerdict(warnings: readonly Rejection[]): NonNullable<Finish['verdict']> {
  if (warnings.length === 0) return { kind: 'accepted' };
  return {
    kind: 'accepted',
    warnings: warnings.map(({ code, sentence }) => ({ code, sentence })),
  };
}

/** A rejected attempt: all that speaks against it, and the first of that in one sentence. */
export function rejectedFinish(
  reasons: readonly [Rejection, ...Rejection[]],
  { facts, isBlocked }: Attempted,
): Finish {
  const more = reasons.length > 1 ? ` And ${reasons.length - 1} more.` : '';
  return {
    ...facts,
    outcome: isBlocked ? 'blocked' : 'failed',
    reason: `${reasons[0].sentence}${more}`,
    verdict: {
      kind: 'rejected',
      reasons: reasons.map(({ code, sentence }) => ({ code, sentence })),
    },
  };
}

/** The task may be claimed again as if this had not been, but what was spent is spent. */
export function interruptedFinish(
  { facts }: Attempted,
  reason = 'It was interrupted while it was worked on.',
): Finish {
  return { ...facts, outcome: 'interrupted', reason };
}
