import type * as z from 'zod';
import type { Method, MethodTable } from '#base/method.ts';
import { type Outcome, refuse } from '#base/outcome.ts';
import { maySpeak } from '#repair/rules/session/speaker.ts';
import type { BrokerServices, Speaker } from './services.ts';

/** Why the broker refuses something: each code has a status of its own in the answer to a worker. */
export type BrokerCode =
  /** The broker has nothing by that name. */
  | 'unknown'
  /** The token was not issued by this broker, or it has expired. */
  | 'unauthorized'
  /** The request does not fit the schema of the method. */
  | 'malformed'
  /** The request concerns another run, or another worker owns this one. */
  | 'not-yours'
  /** No worker may work on the run any more. */
  | 'over';

export type BrokerOutcome<Value> = Outcome<Value, BrokerCode>;

type Handler<Of extends Method> = (
  deps: BrokerServices,
  speaker: Speaker,
  request: z.output<Of['request']>,
) => Promise<BrokerOutcome<z.input<Of['response']>>>;

/** How each method of a table is served to the worker of a run. */
export type Handlers<Methods extends MethodTable> = {
  readonly [Name in keyof Methods]: Handler<Methods[Name]>;
};

/** Why the worker may not speak for its run; undefined: it may. */
export async function refuseSilenced(
  { workspaces, clock }: BrokerServices,
  { workspaceId, runId, fence }: Speaker,
): Promise<BrokerOutcome<never> | undefined> {
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return refuse('over', `There is no workspace ${workspaceId}`);
  const right = maySpeak(head.state, { runId, fence, now: clock.now() });
  return right.kind === 'ok' ? undefined : right;
}
