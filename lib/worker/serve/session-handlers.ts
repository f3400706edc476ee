import { canonicalJson } from '#base/json.ts';
import { ok, refuse } from '#base/outcome.ts';
import * as z from 'zod';
import { type Capability, secretText, withSeal } from '#repair/rules/session/capability.ts';
import { mayStart } from '#repair/rules/session/speaker.ts';
import type { Run } from '#model/run.ts';
import type { SessionResult } from '../needs/session-backend.ts';
import type { workerProtocol } from '../rules/protocol/worker-protocol.ts';
import { serveSession } from '../serve-session.ts';
import { brokerKey } from './broker-key.ts';
import type { BrokerServices, Speaker } from './services.ts';
import { type BrokerOutcome, type Handlers, refuseSilenced } from './handlers.ts';

type Methods = typeof workerProtocol.session;

/** Exchanges a capability for the secret of the session: once, or again for the worker with the same nonce. */
export async function exchangeCapability(
  deps: BrokerServices,
  { workspaceId, runId, launch }: Capability,
  request: z.output<Methods['start']['request']>,
): Promise<BrokerOutcome<z.input<Methods['start']['response']>>> {
  const head = await deps.workspaces.load(workspaceId);
  if (head === undefined) return refuse('over', `There is no workspace ${workspaceId}`);
  const right = mayStart(head.state, { runId, launch });
  if (right.kind === 'refused') return right;
  // A digest is stored and compared, so the time of the comparison reveals nothing about the nonce.
  const nonce = deps.hash.hex(request.nonce);
  const started = await serveSession(deps, { workspaceId, runId }).start(nonce);
  if (started.kind === 'refused') return refuse('not-yours', started.reason);
  measureStart(deps, started.run);
  const { kind: _, ...response } = started;
  const { fence, deadline: expiresAt } = started;
  const text = secretText({ workspaceId, runId, fence, expiresAt });
  const secret = withSeal(text, deps.seals.make(text, await brokerKey(deps.secrets)));
  return ok({ ...response, secret });
}

/** The result is taken once, however often the worker sends it. */
export const sessionHandlers: Handlers<Pick<Methods, 'finish'>> = {
  finish: async (deps, speaker, end) => {
    const silence = await refuseSilenced(deps, speaker);
    if (silence !== undefined) {
      return (await wasResultTaken(deps, speaker, end)) ? ok('accepted') : silence;
    }
    const outcome = await serveSession(deps, speaker).finish(end);
    if (outcome === 'accepted') {
      measureEnd(deps, end);
      return ok('accepted');
    }
    return (await refuseSilenced(deps, speaker)) ?? refuse('not-yours', `${speaker.runId} went on`);
  },
};

/** A worker whose session is over may not have heard that its result was accepted. */
async function wasResultTaken(
  { runs }: BrokerServices,
  { runId }: Speaker,
  { summary, costUsd, status }: SessionResult,
): Promise<boolean> {
  const run = await runs.loadRun(runId);
  if (run?.status !== status || run.summary === undefined) return false;
  return canonicalJson(run.summary) === canonicalJson({ ...summary, costUsd });
}

/** From the beginning of a run to the first request of its worker. */
function measureStart({ clock, metrics }: BrokerServices, { kind, startedAt }: Run): void {
  metrics.duration('worker_start', Math.max(0, clock.now() - startedAt), { kind });
}

// A worker may send any number, so charts get a bounded one.
const mostBroken = 100;
const broken = z.object({ broken: z.int().positive().max(mostBroken) });

/** Counts the cost that a worker reports, and its engines without a result. */
function measureEnd({ metrics }: BrokerServices, { costUsd, summary }: SessionResult): void {
  metrics.gauge('agents_usd', costUsd);
  const told = broken.safeParse(summary);
  if (told.success) metrics.count('engine_errors', told.data.broken);
}
