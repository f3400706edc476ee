import type { Outcome } from '#base/outcome.ts';
import { readEnvironment } from '#config/env.ts';
import type { WorkerConclusion } from '#worker/run-worker.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { describeFailure } from '../failure.ts';
import { createInterruption } from '../interruption.ts';
import { createSystem } from '../system.ts';
import type { WorkerMachine } from './open-worker.ts';

export type Work = (own: WorkerMachine) => Promise<Outcome<WorkerConclusion>>;

/** Runs the process of a worker to its end: its launcher stops it by a signal and waits for it. */
export async function runToExit(work: Work): Promise<ExitCode> {
  const { stderr: output } = process;
  const { signal, interrupt } = createInterruption({
    now: () => Date.now(),
    say: (text) => output.write(text),
    end: () => process.exit(EXIT.interrupted),
  });
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  try {
    const end = await work({ system: createSystem(), env: readEnvironment(), output, signal });
    if (end.kind === 'ok') return end.value === 'accepted' ? EXIT.ok : EXIT.interrupted;
    output.write(`${end.sentence}\n`);
    return EXIT.toolFailure;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    // No person watches a worker: its log must say where it broke.
    output.write(describeFailure(error, true));
    return EXIT.toolFailure;
  }
}
