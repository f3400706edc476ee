import type { Answer, Failure, FailureReason, PlanAnswer } from '#domain/answer/answer.ts';
import type { AgentEnding } from '#domain/enforce/judge-agent.ts';
import type { Exit } from '#ports/processes.ts';

/** How an agent ended, in the words in which it is judged. */
export function agentEnding(
  answer: Answer | PlanAnswer,
  exit: Exit,
  durationMs: number,
): AgentEnding {
  switch (answer.kind) {
    case 'result': {
      const { status: claim, summary } = answer.result;
      return { kind: 'answered', claim, summary };
    }
    case 'plan':
      return { kind: 'answered', claim: 'success', summary: answer.plan.title };
    case 'failed':
      return failedEnding(answer, exit, durationMs);
  }
}

/** Answers that are there and cannot be used. */
const garbage: ReadonlySet<FailureReason> = new Set([
  'no_output',
  'garbage',
  'two_results',
  'wrong_ids',
  'wrong_schema',
]);

function failedEnding({ reason, sentence }: Failure, exit: Exit, durationMs: number): AgentEnding {
  if (reason === 'timed_out') return { kind: 'timed_out', afterMs: Math.round(durationMs) };
  if (garbage.has(reason)) return { kind: 'garbage', problem: sentence };
  if (reason === 'crashed' && exit.kind === 'exited' && exit.code !== 0) {
    return { kind: 'crashed', exitCode: exit.code };
  }
  if (reason === 'crashed' && exit.kind === 'signalled') return { kind: 'crashed', exitCode: null };
  return { kind: 'failed', problem: sentence };
}
