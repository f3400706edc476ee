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
      'The branch has new commits, and those are checked instead.',
    );
  }
  if (observation !== undefined && observation.state !== 'open') {
    return unfinishedResult('cancelled', 'No longer needed', 'The pull request is no longer open.');
  }
  if (check !== undefined && check.id !== run.id && check.headSha === run.headSha) {
    return unfinishedResult(
      'cancelled',
      'Superseded',
      'This commit is checked again, because its worker was lost or its configuration changed.',
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
      `The engines did not finish in time. ${again}`,
    );
  }
  return unfinishedResult(
    'cancelled',
    'The check did not finish',
    `Its worker was lost, stopped or never started. ${again}`,
  );
}

const again = 'Push a commit, or comment /ratchet retry to check this one again.';

function unfinishedResult(
  conclusion: CheckRunResult['conclusion'],
  title: string,
  sentence: string,
): CheckRunResult {
  return { conclusion, title, summary: quoteInComment(sentence), annotations: [] };
}
