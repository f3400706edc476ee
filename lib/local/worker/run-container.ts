import { parseArgs } from 'node:util';
import { whatRightsLack } from '#platform/process/own-rights.ts';
import type { OtherUser } from '#platform/process/other-user.ts';
import type { ExitCode } from '../exit-codes.ts';
import { workForBroker } from './container-worker.ts';
import { runToExit } from './run-to-exit.ts';

/** Runs the supervisor of a container to its end. */
export function runContainer(defaults: { readonly gateway?: string }): Promise<ExitCode> {
  return runToExit(async (own) => {
    const { asUser, gateway = defaults.gateway } = readArguments();
    const lack = asUser && whatRightsLack();
    if (lack !== undefined) throw new Error(lack);
    return workForBroker({ ...own, asUser }, gateway);
  });
}

interface ContainerArguments {
  readonly asUser: OtherUser | undefined;
  readonly gateway: string | undefined;
}

/**
 * `--as-user UID:GID` and `--home FOLDER` are given by the image, which has that user; `--gateway URL` where it does not
 * listen as usual.
 */
function readArguments(): ContainerArguments {
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
