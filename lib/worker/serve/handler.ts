import type * as z from 'zod';
import type { Verb } from '#base/verb.ts';
import type { RunId } from '#model/ids.ts';
import { maySpeak } from '#repair/rules/session/speaker.ts';
import { type Answer, refused, type Refused } from './answer.ts';
import type { ServeWorkerDeps, Speaker } from './deps.ts';

/** How one verb is served. */
export interface Handler {
  readonly name: string;
  readonly serve: (
    deps: ServeWorkerDeps,
    speaker: Speaker,
    body: unknown,
  ) => Promise<Answer<unknown>>;
}

interface Serving<Asked, Told> {
  /** The runs that what is asked names; each must be that of the worker. */
  readonly runs: (asked: Asked) => readonly RunId[];
  readonly serve: (deps: ServeWorkerDeps, speaker: Speaker, asked: Asked) => Promise<Answer<Told>>;
}

/** Serves a verb to those who may speak for their run as it stands now; nothing is done before all is checked. */
export function handler<Asked extends z.ZodType, Told extends z.ZodType>(
  verb: Verb<Asked, Told>,
  serving: Serving<z.output<Asked>, z.input<Told>>,
): Handler {
  return handlerBefore(verb, {
    ...serving,
    serve: async (deps, speaker, asked) =>
      (await silenced(deps, speaker)) ?? serving.serve(deps, speaker, asked),
  });
}

/** Serves a verb that asks by itself how the run stands. */
export function handlerBefore<Asked extends z.ZodType, Told extends z.ZodType>(
  { name, asked: schema }: Verb<Asked, Told>,
  { runs, serve }: Serving<z.output<Asked>, z.input<Told>>,
): Handler {
  return {
    name,
    serve: async (deps, speaker, body) => {
      const read = readAsked(schema, body);
      if ('refused' in read) return read;
      const other = runs(read.asked).find((run) => run !== speaker.runId);
      if (other === undefined) return serve(deps, speaker, read.asked);
      return refused('not-yours', `${other} is not the run of this worker`);
    },
  };
}

/** What was asked, if it is what the verb takes. */
export function readAsked<Asked extends z.ZodType>(
  schema: Asked,
  body: unknown,
): { readonly asked: z.output<Asked> } | Refused {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { asked: parsed.data };
  const [first] = parsed.error.issues;
  const place = first?.path.map(String).join('.') ?? '';
  const what = shortened(first?.message ?? 'not what is expected');
  return refused('malformed', place === '' ? what : `At ${shortened(place)}: ${what}`);
}

const mostSaid = 300;

/** What a client sent is not sent back at any length. */
function shortened(text: string): string {
  return text.length <= mostSaid ? text : `${text.slice(0, mostSaid)}...`;
}

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
