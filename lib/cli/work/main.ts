import { parseArgs } from 'node:util';
import { readEnvironment } from '#config/env.ts';
import { createSystem } from '#local/system.ts';
import { runId, workspaceId } from '#model/ids.ts';
import { EXIT } from '../exit-codes.ts';
import { describeFailure } from '../failure.ts';
import { createInterruption } from '../interruption.ts';
import { work, type WorkOrder } from './work.ts';

const { signal, interrupt } = createInterruption({
  now: () => Date.now(),
  say: (text) => process.stderr.write(text),
  end: () => process.exit(EXIT.interrupted),
});

process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);

try {
  const context = {
    system: createSystem(),
    cwd: process.cwd(),
    env: readEnvironment(),
    stdout: process.stdout,
    stderr: process.stderr,
    signal,
    exitWith: () => {},
  };
  process.exitCode = await work(context, readOrder());
} catch (error) {
  process.exitCode = signal.aborted ? EXIT.interrupted : EXIT.toolFailure;
  // Nobody watches a worker: its log must say where it broke.
  if (!signal.aborted) process.stderr.write(describeFailure(error, true));
}

/** `--home FOLDER --workspace ID --run ID`, and `--nonce TEXT` where the launcher chose one. */
function readOrder(): WorkOrder {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { home: text, workspace: text, run: text, nonce: text },
  });
  const { home, nonce } = values;
  if (home === undefined) throw new Error('A worker needs --home, --workspace and --run');
  return {
    home,
    workspaceId: workspaceId.parse(values.workspace),
    runId: runId.parse(values.run),
    ...(nonce !== undefined && { nonce }),
  };
}
