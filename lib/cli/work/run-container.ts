import { parseArgs } from 'node:util';
import { whatRightsLack } from '#platform/process/own-rights.ts';
import type { OtherUser } from '#platform/process/other-user.ts';
import { readEnvironment } from '#config/env.ts';
import { createSystem } from '#local/system.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { describeFailure } from '../failure.ts';
import { createInterruption } from '../interruption.ts';
import { workInContainer } from './container.ts';

/** Runs the supervisor of a container to its end; the platform stops it by SIGTERM and waits for it. */
export async function runContainer(defaults: { readonly gateway?: string }): Promise<ExitCode> {
  const { signal, interrupt } = createInterruption({
    now: () => Date.now(),
    say: (text) => process.stderr.write(text),
    end: () => process.exit(EXIT.interrupted),
  });
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const { asUser, gateway = defaults.gateway } = readArguments();
    const lack = asUser && whatRightsLack();
    if (lack !== undefined) throw new Error(lack);
    const { stdout, stderr } = process;
    const context = { cwd: '/', env: readEnvironment(), asUser, stdout, stderr, signal };
    const system = createSystem();
    return await workInContainer({ ...context, system, exitWith: () => {} }, { gateway });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    // Nobody watches a worker: its log must say where it broke.
    process.stderr.write(describeFailure(error, true));
    return EXIT.toolFailure;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

interface Given {
  readonly asUser: OtherUser | undefined;
  readonly gateway: string | undefined;
}

/**
 * `--as-user UID:GID` and `--home FOLDER` are given by the image, which has that user; `--gateway URL` where it does not
 * listen as usual.
 */
function readArguments(): Given {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { 'as-user': text, home: text, gateway: text } });
  const { 'as-user': user, home, gateway } = values;
  if (user === undefined) return { asUser: undefined, gateway };
  const [uid, gid] = user.split(':').map(Number);
  if (!isId(uid) || !isId(gid)) throw new Error(`--as-user takes UID:GID, not ${user}`);
  return { asUser: { uid, gid, home }, gateway };
}

function isId(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0;
}
