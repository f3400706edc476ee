import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { type Broker, createBroker } from '#aws/broker/create-broker.ts';
import { artifactKey } from '#model/artifact.ts';
import { capabilityText, gatewayText } from '#repair/rules/session/capability.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { EventSegment } from '#worker/needs/event-segments.ts';
import type { ArtifactGrants, Artifacts, TransferGrant } from '#model/needs/artifacts.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { launched, type PullRequestGround, run, workspace } from '../flow/work/ground.ts';
import { brokerKey, sealed } from '../support/broker.ts';
import { serveGit } from '../support/github/git-http.ts';

type Launched = Awaited<ReturnType<typeof launched>>;

/** A control plane on loopback, which a worker reaches by its broker alone, after it has launched that worker. */
export async function servedPlane(
  pullRequest: PullRequestGround,
  told: Parameters<typeof launched>[1],
) {
  const plane = await launched(pullRequest, told);
  const segments: EventSegment[] = [];
  const errors: unknown[] = [];
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  const url = `http://127.0.0.1:${address.port}`;
  const broker = brokerOf(plane, { url, segments, errors });
  const git = join(plane.forge, 'shop.git');
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(incoming.url ?? '/', url);
    if (pathname.startsWith('/git/')) {
      const path = pathname.slice('/git'.length);
      await serveGit({ gitDir: git, path, query: search.slice(1), user: '' }, incoming, outgoing);
    } else if (pathname.startsWith('/artifacts/')) {
      await transfer(plane.artifacts, incoming, outgoing);
    } else {
      await answer(broker, incoming, outgoing);
    }
  }
  const { session, check } = await plane.state();
  const { startBy = 0 } = session ?? check ?? {};
  const text = capabilityText({
    workspaceId: workspace,
    runId: run,
    launch: 1,
    expiresAt: startBy,
  });
  return {
    ...plane,
    segments,
    /** What broke in the broker. */
    errors,
    /** All paths that were asked for. */
    asked,
    url,
    /** What a launch tells the gateway and nobody else. */
    gatewayCredential: systemSeals.make(
      gatewayText({ workspaceId: workspace, runId: run }),
      brokerKey,
    ),
    spentThisMonth: async () => {
      const month = monthAccount(systemClock.now());
      const accounts = { attempt: 'none', pullRequest: 'none', month };
      return (await ledgerOf(plane)(noLimits).balance(accounts)).month.spent;
    },
    /** What a launch puts into the environment of each container. */
    environment: {
      RATCHETR_BROKER_URL: url,
      RATCHETR_CAPABILITY: sealed(text),
      RATCHETR_WORKSPACE: workspace,
      RATCHETR_RUN: run,
    },
  };
}

interface Heard {
  readonly url: string;
  readonly segments: EventSegment[];
  readonly errors: unknown[];
}

const noLimits = { attempt: 0, pullRequest: 0, month: 0 };

function ledgerOf(plane: Launched) {
  const database = openDatabase({ path: join(plane.home, '.ratchetr/state.db') });
  onTestFinished(() => database.close());
  const deps = { database, clock: systemClock, ids: createIds({ clock: systemClock }) };
  return (limits: EachBudget<number>) => createSqliteSpending(deps, { limits });
}

function brokerOf(plane: Launched, { url, segments, errors }: Heard): Broker {
  return createBroker({
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    hash: systemHash,
    metrics: noMetrics,
    seals: systemSeals,
    runs: plane.runs,
    workspaces: plane.workspaces,
    queue: plane.queue,
    artifacts: withGrants(plane.artifacts, url),
    segments: {
      store: async (segment) => {
        segments.push(segment);
        return 'stored';
      },
    },
    spending: ledgerOf(plane),
    secrets: { read: async (name) => (name === 'broker-key' ? brokerKey : undefined) },
    checkoutOf: async () => ({ url: `${url}/git` }),
    log: { info: () => undefined, error: (_, fields) => void errors.push(fields) },
  });
}

const nothing = (): void => undefined;
const noMetrics = { count: nothing, gauge: nothing, duration: nothing, flush: nothing };

/** Grants that a plain request carries out, as those of S3 are. */
function withGrants(artifacts: Artifacts, url: string): ArtifactGrants & Artifacts {
  const grant = (
    method: TransferGrant['method'],
    key: { readonly runId: string; readonly name: string },
    expiresInMs: number,
  ) => ({
    method,
    url: `${url}/artifacts/${key.runId}/${encodeURIComponent(key.name)}`,
    headers: {},
    expiresAt: systemClock.now() + expiresInMs,
  });
  return {
    ...artifacts,
    presignGet: async (key, expiresInMs) => grant('GET', key, expiresInMs),
    presignPut: async (key, { sha256 }, expiresInMs) => {
      const digest = Buffer.from(sha256, 'hex').toString('base64');
      const headers = { 'x-amz-checksum-sha256': digest };
      return { ...grant('PUT', key, expiresInMs), headers };
    },
  };
}

async function transfer(
  artifacts: Artifacts,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const [, , runId, name = ''] = (incoming.url ?? '').split('/');
  const key = artifactKey.parse({ runId, name: decodeURIComponent(name) });
  if (incoming.method === 'PUT') {
    const { kind } = await artifacts.put(key, await buffer(incoming));
    outgoing.writeHead(kind === 'conflict' ? 412 : 200).end();
    return;
  }
  const bytes = await artifacts.get(key);
  outgoing.writeHead(bytes === undefined ? 404 : 200).end(bytes);
}

async function answer(
  broker: Broker,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const { method = '', url = '' } = incoming;
  const { status, ...rest } = await broker({
    method,
    path: url,
    headers,
    body: await buffer(incoming),
  });
  outgoing.writeHead(status, { ...rest.headers }).end(rest.body);
}
