import type { RunId } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Candidate } from './claim-window.ts';

/** What claimers of one process have won or lost lately, so that none of them tries it again. */
export interface Taken {
  has(run: RunId, candidate: Candidate): boolean;
  add(run: RunId, candidate: Candidate): void;
}

/** Longer than an index lags behind, shorter than any pause of a task that is sent back. */
const rememberedMs = 5_000;
const mostRemembered = 1_000;

/** A task under one attempt number is claimed once, so what was tried is worth no second write. */
export function rememberTaken(clock: TimeSource): Taken {
  const until = new Map<string, number>();
  return {
    has: (run, candidate) => (until.get(nameCandidate(run, candidate)) ?? 0) > clock.now(),
    add: (run, candidate) => {
      until.set(nameCandidate(run, candidate), clock.now() + rememberedMs);
      const [oldest] = until.size > mostRemembered ? until.keys() : [];
      if (oldest !== undefined) until.delete(oldest);
    },
  };
}

function nameCandidate(run: RunId, { id, attemptNo }: Candidate): string {
  return `${run}#${id}#${attemptNo}`;
}
