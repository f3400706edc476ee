import type { FindingIdentity } from './identity.ts';

/** One tolerated finding. The message is for people; matching uses its hash. */
export interface BaselineEntry extends FindingIdentity {
  readonly message: string;
}

/** The findings of one engine that are tolerated; a repeated entry is tolerated as often. */
export interface Baseline {
  readonly engine: string;
  /** Rule set and configuration it holds for; unknown when two merged branches disagree. */
  readonly signature?: string | undefined;
  readonly entries: readonly BaselineEntry[];
}
