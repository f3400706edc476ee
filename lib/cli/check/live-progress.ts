import type { EngineOutcome } from '#domain/model/engine-outcome.ts';
import { indicatesFailure } from '#domain/outcome/failures.ts';
import { createPicture } from './picture.ts';
import { describeFindings, inSeconds, nameRuns } from './progress-words.ts';
import type { ProgressInput, ShownProgress } from './shown-progress.ts';

const EVERY_MS = 100;
/** The first comes before anybody tells of the error, which would then stand below the picture. */
const ENDS = ['uncaughtExceptionMonitor', 'exit'];
/** A picture that is taller than the terminal could not be painted over. */
const MOST_RUNNING = 12;

/** One line for each engine that runs and one for all that are done, painted over in place. */
export function createLiveProgress(input: ProgressInput): ShownProgress {
  const { output, clock, signal, every = EVERY_MS } = input;
  const picture = createPicture(output);
  const running = new Map<string, number>();
  const done = new Map<string, EngineOutcome>();
  let nameOf = nameRuns([]);
  let total = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const over = (): boolean => stopped || signal.aborted;
  const paint = (): void => {
    if (!over()) picture.paint([...runningLines(running, clock.now()), doneLine(done, total)]);
  };
  const stop = (): void => {
    stopped = true;
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    for (const event of ENDS) process.off(event, stop);
    picture.erase();
  };
  return {
    output: {
      write: (text) => {
        picture.erase();
        output.write(text);
        if (timer !== undefined) paint();
      },
    },
    planned: (plans) => {
      if (over()) return;
      nameOf = nameRuns(plans);
      total = plans.length;
      signal.addEventListener('abort', stop);
      for (const event of ENDS) process.on(event, stop);
      timer = setInterval(paint, every).unref();
      paint();
    },
    started: (plan) => {
      running.set(nameOf(plan), clock.now());
      paint();
    },
    finished: (plan, outcome) => {
      running.delete(nameOf(plan));
      done.set(nameOf(plan), outcome);
      paint();
    },
    stop,
  };
}

function runningLines(running: ReadonlyMap<string, number>, now: number): readonly string[] {
  const shown = [...running].slice(0, MOST_RUNNING);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  const lines = shown.map(([name, since]) => `${name.padEnd(width)}  ${inSeconds(now - since)}`);
  const more = running.size - shown.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function doneLine(done: ReadonlyMap<string, EngineOutcome>, total: number): string {
  const ends = [...done].map(
    ([name, outcome]) => `${name} ${indicatesFailure(outcome) ? 'failed' : outcome.findings}`,
  );
  const trusted = [...done.values()].filter((outcome) => !indicatesFailure(outcome));
  const findings = trusted.reduce((sum, outcome) => sum + outcome.findings, 0);
  const found = done.size === 0 ? '' : `, ${describeFindings(findings)}: ${ends.join(', ')}`;
  return `${done.size} of ${total} done${found}`;
}
