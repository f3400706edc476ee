import { systemClock } from '#adapters/system/clock.ts';
import { createIds } from '#adapters/system/ids.ts';
import type { RunId, WorkspaceId } from '#domain/model/ids.ts';
import type { SessionBackend, SessionEndWord } from '#ports/session-backend.ts';
import { createSessionBackend } from '#steps/serve-session.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readClonePlace } from './clone-place.ts';
import { doWork } from './do-work.ts';
import { type Home, openHome } from './home.ts';
import { inCheckout } from './open-checkout.ts';

export interface WorkOrder {
  /** Folder in which the control plane keeps its state. */
  readonly home: string;
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** What this worker alone says; absent: something new. */
  readonly nonce?: string;
}

/** Does the work of one run, from its first word to its last: 0 where that was accepted. */
export async function work(context: CliContext, order: WorkOrder): Promise<ExitCode> {
  const home = await openHome(order.home, context.stderr);
  try {
    return await workFrom(context, home, order);
  } finally {
    home.stores.close();
  }
}

async function workFrom(context: CliContext, home: Home, order: WorkOrder): Promise<ExitCode> {
  const { env, protocols, checkoutOf } = readClonePlace(context.env);
  const ids = createIds({ clock: systemClock });
  const deps = { ...home, ...home.stores, clock: systemClock, ids, checkoutOf };
  const backend = createSessionBackend(deps, order);
  const started = await backend.start(order.nonce ?? ids.token());
  if (started.kind === 'refused') {
    context.stderr.write(`Nothing was begun: ${started.reason}.\n`);
    return EXIT.toolFailure;
  }
  const own = { ...context, env };
  const { work: folder, fetched } = home;
  const places = { env, protocols, work: folder, fetched };
  return inCheckout(places, started, async (opened) => {
    const end = await doWork(own, { home, started, opened });
    // Whoever was told to stop leaves the run to the next worker.
    return end === undefined ? EXIT.interrupted : sayLastWord(context, backend, end);
  });
}

async function sayLastWord(
  { stderr }: CliContext,
  backend: SessionBackend,
  end: SessionEndWord,
): Promise<ExitCode> {
  if ((await backend.finish(end)) === 'accepted') return EXIT.ok;
  stderr.write('The end of the work came too late, or another worker speaks for the run by now.\n');
  return EXIT.toolFailure;
}
