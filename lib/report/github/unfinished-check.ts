import { storedSettings } from '#model/look-facts.ts';
import type { Run } from '#model/run.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { quoteInComment } from '../safe-text.ts';
import type { CheckRunResult } from './check-result.ts';

/** What the GitHub check run of a check says that left no report. Nothing of it may pass for green, as neutral would. */
export function unfinishedCheck(
  run: Run,
  { check, observation }: WorkspaceState,
  now: number,
): CheckRunResult {
  if (observation !== undefined && observation.headSha !== run.headSha) {
    return unfinishedResult(
      'cancelled',
      'Superseded',
      'The head moved on, and the new one is checked instead.',
    );
  }
  if (observation !== undefined && observation.state !== 'open') {
    return unfinishedResult(
      'cancelled',
      'Not needed any more',
      'The pull request is not open any more.',
    );
  }
  if (check !== undefined && check.id !== run.id && check.headSha === run.headSha) {
    return unfinishedResult(
      'cancelled',
      'Superseded',
      'This head is checked anew instead: its worker was lost, or its configuration changed.',
    );
  }
  const sentence = run.summary?.['sentence'];
  if (typeof sentence === 'string')
    return unfinishedResult('cancelled', 'It could not be checked', sentence);
  const limit = storedSettings.safeParse(run.config['ratchet']).data?.sessionMs ?? Infinity;
  if ((run.finishedAt ?? now) - run.startedAt >= limit) {
    return unfinishedResult(
      'timed_out',
      'Out of time',
      `The engines were not done in time. ${again}`,
    );
  }
  return unfinishedResult(
    'cancelled',
    'It did not come to an end',
    `Its worker was lost, stopped or never started. ${again}`,
  );
}

const again = 'The next commit is checked again, and so is this one by /ratchet retry.';

function unfinishedResult(
  conclusion: CheckRunResult['conclusion'],
  title: string,
  sentence: string,
): CheckRunResult {
  return { conclusion, title, summary: quoteInComment(sentence), annotations: [] };
}
