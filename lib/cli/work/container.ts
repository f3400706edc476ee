import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrokerClient, createBrokerClient } from '#worker/client/client.ts';
import { createBrokerEventLog } from '#worker/client/events.ts';
import { greetBroker } from '#worker/client/greet.ts';
import { createBrokerSessionBackend } from '#worker/client/session-backend.ts';
import {
  createBrokerArtifacts,
  createBrokerRunStore,
  createBrokerSpending,
} from '#worker/client/stores.ts';
import { createHttpTransfers } from '#platform/http/transfers.ts';
import { probeWorkspace } from '#repair/rules/session/probe.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Stores } from '#local/stores.ts';
import {
  type ContainerOrder,
  environmentOfWork,
  readContainerOrder,
} from './container-environment.ts';
import { besideGateway } from './gateway-beside.ts';
import { workIn } from './work.ts';

export interface Container {
  /** Where the gateway of the task listens; absent: nothing here speaks to models. */
  readonly gateway?: string | undefined;
}

/** Does the work of one run in a container, which holds a capability and reaches everything else by the broker. */
export async function workInContainer(
  context: CliContext,
  { gateway }: Container,
): Promise<ExitCode> {
  const { brokerUrl, capability, workspace, run } = readContainerOrder(context.env);
  context.stderr.write(`The work is that of the run ${run} on ${workspace}.\n`);
  if (workspace === probeWorkspace) return answerProbe(context, { brokerUrl, capability });
  const client = createBrokerClient(
    { clock: context.system.clock, random: () => Math.random() },
    { url: brokerUrl, token: capability },
  );
  const session = createBrokerSessionBackend(client);
  const folder = await mkdtemp(join(tmpdir(), 'ratchetr-work-'));
  try {
    const room = {
      ...(gateway === undefined
        ? { backend: session }
        : besideGateway(context.system, session, { origin: gateway, capability })),
      stores: storesBehind(client, context),
      work: join(folder, 'work'),
      fetched: join(folder, 'fetched'),
      protocols: ['http', 'https'],
    };
    return await workIn({ ...context, env: environmentOfWork(context.env) }, room);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A worker that was launched only to see whether workers can be: it reaches the broker, and that is all. */
async function answerProbe(
  { stderr, system }: Pick<CliContext, 'stderr' | 'system'>,
  { brokerUrl: url, capability: token }: Pick<ContainerOrder, 'brokerUrl' | 'capability'>,
): Promise<ExitCode> {
  const problem = await greetBroker(system.clock, { url, token });
  stderr.write(`${problem ?? 'The broker can be reached.'}\n`);
  return problem === undefined ? EXIT.ok : EXIT.toolFailure;
}

function storesBehind(
  client: BrokerClient,
  { stderr, system: { clock, ids, logTo } }: Pick<CliContext, 'stderr' | 'system'>,
): Stores {
  const log = logTo(stderr);
  return {
    runs: createBrokerRunStore(client),
    artifacts: createBrokerArtifacts({ client, transfers: createHttpTransfers({ clock }) }),
    events: (runId) =>
      createBrokerEventLog({ client, clock, log }, { runId, workerId: ids.workerId() }),
    // The broker has the limits.
    spending: () => createBrokerSpending(client),
    close: () => {},
  };
}
