import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { type BrokerClient, createBrokerClient } from '#worker/client/client.ts';
import { systemHash } from '#platform/system/hash.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { type Broker, type BrokerDeps, createBroker } from '#aws/broker/create-broker.ts';
import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import { runBrief } from '#model/run-brief.ts';
import type { CheckSession, Session } from '#model/session.ts';
import { capabilityText, secretText, withSeal } from '#repair/rules/session/capability.ts';
import type { ArtifactGrants, Artifacts } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { EventSegments } from '#worker/needs/event-segments.ts';
import type { LogFields } from '#base/needs/log.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryArtifacts } from './memory-artifacts.ts';
import { recordMetrics } from './recording-metrics.ts';
import { aWorkspaceState, sha, t0, workspaceId } from './samples.ts';

export const brokerKey = 'the key of the broker, which only the control plane knows';
export const startBy = t0 + 60_000;
export const deadline = t0 + 1_800_000;
export const fence = 1;

export interface BrokerGround {
  readonly runs: RunStore;
  readonly workspaces: WorkspaceStore;
  /** Where they grant no transfers, the grants that the broker gives lead nowhere. */
  readonly artifacts: Artifacts & Partial<ArtifactGrants>;
  readonly segments?: EventSegments;
  readonly spending?: BrokerDeps['spending'];
  readonly clock?: Clock;
}

/** A control plane around real stores, whose workers come by HTTP alone. */
export async function setUpBroker(ground: BrokerGround) {
  const { workspaces, artifacts, clock = createManualClock(t0) } = ground;
  const sent: Message[] = [];
  const errors: LogFields[] = [];
  const recording = recordMetrics();
  let tokens = 0;
  const deps: BrokerDeps = {
    spending: (): Spending => {
      throw new Error('There is no ledger here');
    },
    segments: { store: () => Promise.reject(new Error('There is no event log here')) },
    ...ground,
    artifacts: { ...createMemoryArtifacts(clock), ...artifacts },
    clock,
    queue: { send: async (all) => void sent.push(...all) },
    ids: { token: () => `token-${(tokens += 1)}` },
    hash: systemHash,
    seals: systemSeals,
    secrets: { read: async (name) => (name === 'broker-key' ? brokerKey : undefined) },
    checkoutOf: async () => ({ url: 'https://github.com/acme/shop.git', token: 'may read' }),
    log: { info: () => undefined, error: (_, fields = {}) => void errors.push(fields) },
    metrics: recording.metrics,
  };
  const broker = createBroker(deps);
  const url = await serveBroker(broker);
  return {
    broker,
    deps,
    url,
    sent,
    errors,
    measured: recording.measured,
    client: (token: string) => clientOf(url, token),
    /** Writes down a session as it is after its worker was launched, or has started. */
    plant: async (runId: RunId, phase: Session['phase'], different: Different = {}) => {
      const { workspaceId: id = workspaceOf(runId), ...rest } = different;
      const session = aSession(runId, phase, rest);
      await workspaces.create(aWorkspaceState({ id, session }), t0 + 60_000);
      await artifacts.put({ runId, name: briefName }, briefBytes(runId));
    },
    plantCheck: async (check: CheckSession, id: WorkspaceId) => {
      await workspaces.create(aWorkspaceState({ id, check }), t0 + 60_000);
      await artifacts.put({ runId: check.id, name: briefName }, briefBytes(check.id));
    },
  };
}

type Different = Partial<Session> & { readonly workspaceId?: WorkspaceId };

/** Asks at once again where a try failed. */
export function clientOf(url: string, token: string): BrokerClient {
  const clock = { sleep: async () => undefined };
  return createBrokerClient({ clock, random: () => 0 }, { url, token });
}

export function workspaceOf(runId: RunId): WorkspaceId {
  return workspaceId(`workspace.of:${runId}`);
}

export function secretOf(runId: RunId, different: { readonly fence?: number } = {}): string {
  const secret = { workspaceId: workspaceOf(runId), runId, fence, expiresAt: deadline };
  return sealed(secretText({ ...secret, ...different }));
}

export function capabilityOf(runId: RunId, launch = 1): string {
  const capability = { workspaceId: workspaceOf(runId), runId, launch, expiresAt: startBy };
  return sealed(capabilityText(capability));
}

export function sealed(text: string, key = brokerKey): string {
  return withSeal(text, systemSeals.make(text, key));
}

function aSession(id: RunId, phase: Session['phase'], different: Partial<Session>): Session {
  return {
    id,
    kind: 'ci',
    phase,
    startBy,
    deadline,
    launches: 1,
    fence: phase === 'launching' ? 0 : fence,
    headBefore: sha('a'),
    headTree: sha('b'),
    fingerprint: 'seen',
    runIdsBefore: [],
    reservedAt: t0,
    ...different,
  };
}

export function aBrief(runId: RunId) {
  return runBrief.parse({
    schemaVersion: 1,
    runId,
    work: 'ci',
    pullRequest: aWorkspaceState().pullRequest,
    title: 'Add up',
    headSha: sha('a'),
    headRef: 'add-up',
    baseSha: sha('b'),
    baseRef: 'main',
    failed: [],
    threads: [],
    answers: [],
    budgetUsd: 1,
  });
}

function briefBytes(runId: RunId): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(aBrief(runId)));
}

/** The broker behind a real socket, until the test ends. */
async function serveBroker(broker: Broker): Promise<string> {
  const server = createServer((request, response) => {
    void answer(broker, request).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function answer(broker: Broker, request: IncomingMessage) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const { method = '', url = '' } = request;
  return broker({ method, path: url, headers, body: Buffer.concat(chunks) });
}
