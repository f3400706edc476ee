import type { StartOutcome } from '#ports/session-backend.ts';

/** What a worker was told when it began. */
export type Started = Extract<StartOutcome, { kind: 'started' }>;
