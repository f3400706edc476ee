import * as z from 'zod';
import { type FakeProvider, type SeenRequest, startFakeProvider } from './fake-provider.ts';
import { type Step, stepOfMessages, stepOfResponses } from './scripted-shapes.ts';

/** What a model does in one turn. The last turn of a script says something and ends the session. */
export type Turn =
  | { readonly run: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly say: string };

/** What came of a turn, as the agent told the model. */
export interface Heard {
  readonly turn: Turn;
  readonly answer: string;
}

export interface ScriptedModel extends Pick<FakeProvider, 'origin' | 'stop'> {
  /** One list for each session, in the order in which they began. */
  readonly sessions: readonly (readonly Heard[])[];
}

/** A provider on loopback whose model does what a script says, whatever the tools of the agent answer. */
export async function startScriptedModel(
  script: (prompt: string) => readonly Turn[],
): Promise<ScriptedModel> {
  const sessions = new Map<string, readonly Heard[]>();
  const provider = await startFakeProvider((request) => {
    if (request.method !== 'POST') return { status: 404 };
    const step = stepOf(request);
    if (step === undefined) return {};
    const turns = script(step.prompt);
    const heard = step.answers.flatMap((answer, index) => {
      const turn = turns[index];
      return turn === undefined ? [] : [{ turn, answer }];
    });
    sessions.set(step.session, heard);
    return { stream: step.answerWith(turns[step.answers.length] ?? { say: 'Done.' }) };
  });
  return {
    origin: provider.origin,
    stop: () => provider.stop(),
    get sessions() {
      return [...sessions.values()];
    },
  };
}

function stepOf({ path, body }: SeenRequest): Step | undefined {
  const asked: unknown = z.json().parse(JSON.parse(body));
  if (path.startsWith('/v1/responses')) return stepOfResponses(asked);
  return /^\/v1\/messages(?:\?|$)/.test(path) ? stepOfMessages(asked) : undefined;
}
