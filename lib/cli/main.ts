import { readEnvironment } from '#config/env.ts';
import { createSystem } from '#local/system.ts';
import { commands } from './commands.ts';
import { EXIT } from '#local/exit-codes.ts';
import { describeFailure } from '#local/failure.ts';
import { createInterruption } from '#local/interruption.ts';
import { runCommandLine } from './program.ts';
import { readOwnVersion } from '#local/version.ts';

const argv = process.argv.slice(2);
const { signal, interrupt } = createInterruption({
  now: () => Date.now(),
  say: (text) => process.stderr.write(text),
  end: () => process.exit(EXIT.interrupted),
});

process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
process.on('uncaughtException', (error) => {
  failProcess(error);
  process.exit();
});
process.stdout.on('error', ignoreClosedReader);

try {
  const code = await runCommandLine({ version: readOwnVersion(), commands }, argv, {
    system: createSystem(),
    cwd: process.cwd(),
    env: readEnvironment(),
    stdout: process.stdout,
    stderr: process.stderr,
    signal,
  });
  process.exitCode = signal.aborted ? EXIT.interrupted : code;
} catch (error) {
  failProcess(error);
}

/** A command that is stopped may throw on its way out: that is no failure. */
function failProcess(error: unknown): void {
  process.exitCode = signal.aborted ? EXIT.interrupted : EXIT.toolFailure;
  const debug = argv.includes('--debug');
  if (debug || !signal.aborted) process.stderr.write(describeFailure(error, debug));
}

/** `ratchetr ... | head` closes the output early; the command goes on and its exit code counts. */
function ignoreClosedReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
