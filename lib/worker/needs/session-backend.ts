import type { ArtifactKey } from '#model/artifact.ts';
import type { Run } from '#model/run.ts';
import type { RunBrief } from '#model/run-brief.ts';

export type StartOutcome =
  | {
      readonly kind: 'started';
      readonly run: Run;
      readonly brief: RunBrief;
      readonly fence: number;
      /** When the worker is stopped. */
      readonly deadline: number;
      readonly checkout: { readonly url: string; readonly token?: string };
    }
  /** Too late, cancelled, or another worker started: leave without a trace. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What a worker gets when it starts. */
export type StartedSession = Extract<StartOutcome, { kind: 'started' }>;

export interface SessionResult {
  readonly summary: NonNullable<Run['summary']>;
  readonly status: 'succeeded' | 'failed';
  readonly costUsd: number;
  readonly changeset?: ArtifactKey;
  /** The question that a plan needs answered. */
  readonly question?: string;
}

/** How a worker begins and ends. What it stores in between goes to the stores, or to the broker for them. */
export interface SessionBackend {
  /** The same nonce gets the same answer again; any other one is refused. */
  start(nonce: string): Promise<StartOutcome>;
  /** Takes the result of a worker; the same result again is accepted. */
  finish(end: SessionResult): Promise<'accepted' | 'refused'>;
}
