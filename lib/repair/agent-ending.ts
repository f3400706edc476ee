import type {
  AgentAnswer,
  UnusableAnswer,
  FailureReason,
  PlanAnswer,
} from './rules/answer/answer.ts';
import type { AgentEnding } from './rules/verdict/judge-agent.ts';
import type { Exit } from '#check/needs/processes.ts';

/** How an agent ended, in the words in which it is judged. */
export function agentEnding(
  answer: AgentAnswer | PlanAnswer,
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

/** What each reason comes to; a reason of its own kind has its own line here. */
const endings: Readonly<Record<FailureReason, 'garbage' | 'timed_out' | 'crashed' | 'failed'>> = {
  no_output: 'garbage',
  garbage: 'garbage',
  two_results: 'garbage',
  wrong_ids: 'garbage',
  wrong_schema: 'garbage',
  timed_out: 'timed_out',
  crashed: 'crashed',
  gave_up: 'failed',
  limit_reached: 'failed',
  refused: 'failed',
  auth: 'failed',
  budget_spent: 'failed',
  overloaded: 'failed',
};

function failedEnding(
  { reason, sentence }: UnusableAnswer,
  exit: Exit,
  durationMs: number,
): AgentEnding {
  const kind = endings[reason];
  if (kind === 'timed_out') return { kind, afterMs: Math.round(durationMs) };
  if (kind === 'garbage') return { kind, problem: sentence };
  if (kind === 'crashed' && exit.kind === 'exited' && exit.code !== 0) {
    return { kind, exitCode: exit.code };
  }
  if (kind === 'crashed' && exit.kind === 'signalled') return { kind, exitCode: null };
  return { kind: 'failed', reason, problem: sentence };
}
