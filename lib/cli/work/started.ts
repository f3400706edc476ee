import type { StartOutcome } from '#worker/needs/session-backend.ts';

/** What a worker was told when it began. */
export type Started = Extract<StartOutcome, { kind: 'started' }>;
