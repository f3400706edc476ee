import type * as z from 'zod';
import type { Method, MethodTable } from '#base/method.ts';
import { maySpeak } from '#repair/rules/session/speaker.ts';
import { type Answer, refused, type Refused } from './answer.ts';
import type { ServeWorkerDeps, Speaker } from './deps.ts';

type Handler<Of extends Method> = (
  deps: ServeWorkerDeps,
  speaker: Speaker,
  request: z.output<Of['request']>,
) => Promise<Answer<z.input<Of['response']>>>;

/** How each method of a table is served to the worker of a run. */
export type Handlers<Methods extends MethodTable> = {
  readonly [Name in keyof Methods]: Handler<Methods[Name]>;
};

/** Why the worker may not speak for its run; undefined: it may. */
export async function silenced(
  { workspaces, clock }: ServeWorkerDeps,
  { workspaceId, runId, fence }: Speaker,
): Promise<Refused | undefined> {
  const head = await workspaces.load(workspaceId);
  if (head === undefined) return refused('over', `There is no workspace ${workspaceId}`);
  const right = maySpeak(head.state, { runId, fence, now: clock.now() });
  if (right.kind === 'granted') return undefined;
  return refused(right.isOver ? 'over' : 'not-yours', right.reason);
}
