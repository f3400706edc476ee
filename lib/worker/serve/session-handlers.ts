import { sessionVerbs } from '../rules/protocol/session-verbs.ts';
import { type Capability, secretText, withSeal } from '#repair/rules/session/capability.ts';
import { mayStart } from '#repair/rules/session/speaker.ts';
import type { SessionEndWord } from '../needs/session-backend.ts';
import { createSessionBackend } from '../serve-session.ts';
import { type Answer, refused, tell } from './answer.ts';
import { brokerKey } from './broker-key.ts';
import type { ServeWorkerDeps, Speaker } from './deps.ts';
import { type Handler, handlerBefore, readAsked, silenced } from './handler.ts';
import { measureEnd, measureStart } from './measure-run.ts';

/** Exchanges a capability for the secret of the session: once, or again for whoever says the same nonce. */
export async function start(
  deps: ServeWorkerDeps,
  capability: Capability,
  body: unknown,
): Promise<Answer<unknown>> {
  const read = readAsked(sessionVerbs.start.asked, body);
  if ('refused' in read) return read;
  const { workspaceId, runId, launch } = capability;
  const head = await deps.workspaces.load(workspaceId);
  if (head === undefined) return refused('over', `There is no workspace ${workspaceId}`);
  const right = mayStart(head.state, { runId, launch });
  if (right.kind === 'refused') return refused(right.isOver ? 'over' : 'not-yours', right.reason);
  // What is stored and compared is a digest: the time that takes tells nothing about the nonce.
  const nonce = deps.hash.hex(read.asked.nonce);
  const started = await createSessionBackend(deps, { workspaceId, runId }).start(nonce);
  if (started.kind === 'refused') return refused('not-yours', started.reason);
  measureStart(deps, started.run);
  const { kind: _, ...told } = started;
  const { fence, deadline: expiresAt } = started;
  const text = secretText({ workspaceId, runId, fence, expiresAt });
  const secret = withSeal(text, deps.seals.make(text, await brokerKey(deps)));
  return { told: { ...told, secret } };
}

/** The last word, heard once however often it is said. */
export const finishHandler: Handler = handlerBefore(sessionVerbs.finish, {
  runs: ({ changeset }) => (changeset === undefined ? [] : [changeset.runId]),
  serve: async (deps, speaker, end) => {
    const silence = await silenced(deps, speaker);
    if (silence !== undefined) {
      return (await wasHeard(deps, speaker, end)) ? tell('accepted') : silence;
    }
    const outcome = await createSessionBackend(deps, speaker).finish(end);
    if (outcome === 'accepted') {
      measureEnd(deps, end);
      return tell('accepted');
    }
    return (await silenced(deps, speaker)) ?? refused('not-yours', `${speaker.runId} went on`);
  },
});

/** A worker whose session is over may not have heard that its word was taken. */
async function wasHeard(
  { runs }: ServeWorkerDeps,
  { runId }: Speaker,
  { summary, costUsd, status }: SessionEndWord,
): Promise<boolean> {
  const run = await runs.loadRun(runId);
  if (run?.status !== status || run.summary === undefined) return false;
  return sorted(run.summary) === sorted({ ...summary, costUsd });
}

/** The same for objects that differ in the order of their members alone. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
