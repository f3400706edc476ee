import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { GitHubClient } from './client.ts';
import type { GitHubServices } from './sender.ts';

/** What everything that writes comments, checks and replies uses. */
export interface GitHubWriter {
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Waits until one more thing may be written. */
  readonly pace: () => Promise<void>;
}

export function createWriter(
  client: GitHubClient,
  { clock, log }: Pick<GitHubServices, 'clock' | 'log'>,
): GitHubWriter {
  return { client, clock, log, pace: createPace(clock) };
}

/** Lets one write through each second, in their order, as GitHub asks of clients that make content. */
function createPace(clock: Clock, gapMs = 1_000): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + gapMs;
    if (at > now) await clock.sleep(at - now);
  };
}
