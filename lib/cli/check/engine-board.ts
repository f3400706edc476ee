import type { EngineOutcome } from '#model/engine-outcome.ts';
import { indicatesFailure } from '#check/rules/outcome/failures.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Progress } from '#check/needs/progress.ts';
import { counted, seconds } from '#base/words.ts';
import { nameRuns } from '#local/progress/engine-words.ts';

export interface EngineBoard extends Progress {
  /** How the engines stand now. */
  lines(): readonly string[];
}

/** A picture that is taller than the terminal could not be painted over. */
const MOST_RUNNING = 12;

/** One line for each engine that runs and one for all that are done. */
export function createEngineBoard(clock: TimeSource): EngineBoard {
  const running = new Map<string, number>();
  const done = new Map<string, EngineOutcome>();
  let nameOf = nameRuns([]);
  let total = 0;
  return {
    planned: (plans) => {
      nameOf = nameRuns(plans);
      total = plans.length;
    },
    started: (plan) => {
      running.set(nameOf(plan), clock.now());
    },
    finished: (plan, outcome) => {
      running.delete(nameOf(plan));
      done.set(nameOf(plan), outcome);
    },
    lines: () => [...runningLines(running, clock.now()), doneLine(done, total)],
  };
}

function runningLines(running: ReadonlyMap<string, number>, now: number): readonly string[] {
  const shown = [...running].slice(0, MOST_RUNNING);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  const lines = shown.map(
    ([name, since]) => `${name.padEnd(width)}  ${seconds(Math.max(0, now - since))}`,
  );
  const more = running.size - shown.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function doneLine(done: ReadonlyMap<string, EngineOutcome>, total: number): string {
  const ends = [...done].map(
    ([name, outcome]) => `${name} ${indicatesFailure(outcome) ? 'failed' : outcome.findings}`,
  );
  const trusted = [...done.values()].filter((outcome) => !indicatesFailure(outcome));
  const findings = trusted.reduce((sum, outcome) => sum + outcome.findings, 0);
  const found = done.size === 0 ? '' : `, ${counted(findings, 'finding')}: ${ends.join(', ')}`;
  return `${done.size} of ${total} done${found}`;
}
