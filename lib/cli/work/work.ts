import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { SessionBackend, SessionEndWord } from '#worker/needs/session-backend.ts';
import { openRepairHost } from '#local/repair-host.ts';
import { createSessionBackend } from '#worker/serve-session.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readClonePlace } from './clone-place.ts';
import { doWork, type WorkPlaces } from './do-work.ts';
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

/** What a worker works with, wherever it runs. */
export interface WorkRoom extends Pick<Home, 'fetched'>, WorkPlaces {
  readonly backend: SessionBackend;
  /** How code may be fetched. */
  readonly protocols: readonly string[];
}

/** Does the work of one run on this machine, from its first word to its last: 0 where that was accepted. */
export async function work(context: CliContext, order: WorkOrder): Promise<ExitCode> {
  const home = await openHome(context, order.home);
  const { env, protocols, checkoutOf } = readClonePlace(context.env);
  const { clock, ids } = context.system;
  const deps = { ...home, ...home.stores, clock, ids, checkoutOf };
  const backend = createSessionBackend(deps, order);
  try {
    return await workIn({ ...context, env }, { ...home, backend, protocols }, order.nonce);
  } finally {
    home.stores.close();
  }
}

/** The same, wherever state and code are. The environment is that of the work: what is not for it must not stand there. */
export async function workIn(
  context: CliContext,
  room: WorkRoom,
  nonce: string = context.system.ids.token(),
): Promise<ExitCode> {
  const { backend, fetched, protocols, work: folder } = room;
  const started = await backend.start(nonce);
  if (started.kind === 'refused') {
    context.stderr.write(`Nothing was begun: ${started.reason}.\n`);
    return EXIT.toolFailure;
  }
  const host = openRepairHost({ ...context, output: context.stderr });
  const places = { host, protocols, work: folder, fetched };
  return inCheckout(places, started, async (opened) => {
    const end = await doWork(context, { home: room, host, started, opened });
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
