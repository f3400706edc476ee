import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { GitHubClient } from './client.ts';

export interface WritingDeps {
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Waits until one more thing may be written. */
  readonly pace: () => Promise<void>;
}
