import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, refuse } from '#base/outcome.ts';
import { createHttpTransfers } from '#platform/http/transfers.ts';
import { probeWorkspace } from '#repair/rules/session/probe.ts';
import { type BrokerClient, createBrokerClient } from '#worker/client/client.ts';
import { createBrokerEventLog } from '#worker/client/events.ts';
import { greetBroker } from '#worker/client/greet.ts';
import { createBrokerSession, type BrokerSession } from '#worker/client/broker-session.ts';
import {
  createBrokerArtifacts,
  createBrokerRunStore,
  createBrokerSpending,
} from '#worker/client/stores.ts';
import { runWorker } from '#worker/run-worker.ts';
import { buildWorkEnvironment, readContainerOrder } from './container-environment.ts';
import { openWorker, type WorkerParts, type WorkerMachine } from './open-worker.ts';
import type { Work } from './run-to-exit.ts';
import { controlKey } from '#gateway/control-words.ts';
import { openRemoteGateway } from '#gateway/remote-gateway.ts';
import { systemSeals } from '#platform/system/seals.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { OpenedGateway } from '#repair/needs/model-gateway.ts';

/** Does the work of one run in a container, which holds a capability and reaches everything else by the broker. */
export async function workForBroker(
  own: WorkerMachine,
  /** Where the gateway of the task listens; absent: nothing here speaks to models. */
  gateway: string | undefined,
): ReturnType<Work> {
  const { brokerUrl: url, capability, workspace, run } = readContainerOrder(own.env);
  own.output.write(`This worker is for run ${run} of ${workspace}.\n`);
  const { clock, ids } = own.system;
  if (workspace === probeWorkspace) {
    // The doctor launched it to see whether workers start: it only reaches the broker.
    const problem = await greetBroker(clock, { url, token: capability });
    if (problem !== undefined) return refuse('no-broker', problem);
    own.output.write('The broker can be reached.\n');
    return ok('accepted');
  }
  const client = createBrokerClient(
    { clock, random: () => Math.random() },
    { url, token: capability },
  );
  const session = createBrokerSession(client);
  const folder = await mkdtemp(join(tmpdir(), 'ratchetr-work-'));
  try {
    const worker = openWorker(
      { ...own, env: buildWorkEnvironment(own.env) },
      {
        ...(gateway === undefined
          ? { backend: session }
          : connectGateway(clock, session, { origin: gateway, capability })),
        stores: createBrokerStores(client, own),
        work: join(folder, 'work'),
        environments: join(folder, 'environments'),
        fetched: join(folder, 'fetched'),
        protocols: ['http', 'https'],
      },
    );
    return await runWorker(worker, ids.token());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createBrokerStores(
  client: BrokerClient,
  { output, system: { clock, ids, logTo } }: WorkerMachine,
): WorkerParts['stores'] {
  const log = logTo(output);
  return {
    runs: createBrokerRunStore(client),
    artifacts: createBrokerArtifacts(client, createHttpTransfers(clock)),
    events: (runId) =>
      createBrokerEventLog({ client, clock, log }, { runId, workerId: ids.workerId() }),
    // The broker has the limits.
    spending: () => createBrokerSpending(client),
  };
}

interface GatewayAddress {
  /** Where it listens. */
  readonly origin: string;
  readonly capability: string;
}

/** Begins a session together with the gateway of its task: code of a repository runs only after both have begun. */
function connectGateway(
  clock: Clock,
  session: BrokerSession,
  { origin, capability }: GatewayAddress,
): Pick<WorkerParts, 'backend' | 'openGateway'> {
  const seals = systemSeals;
  const key = controlKey(seals, capability);
  let opened: OpenedGateway | undefined;
  return {
    backend: {
      ...session,
      async start(nonce) {
        const started = await session.start(nonce);
        const secret = session.secret();
        if (started.kind === 'refused' || secret === undefined) return started;
        const deps = { clock, seals };
        const remote = await openRemoteGateway(deps, { origin, key }, secret);
        const { providers } = remote;
        // It ends with the task.
        opened = {
          providers,
          gateway: providers.length === 0 ? undefined : remote,
          stop: async () => {},
        };
        return started;
      },
    },
    async openGateway() {
      if (opened === undefined) throw new Error('The session has not begun');
      return opened;
    },
  };
}
