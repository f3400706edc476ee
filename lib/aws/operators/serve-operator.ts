import * as z from 'zod';
import type { Verb } from '#base/verb.ts';
import { operatorVerbs } from '#ratchet/rules/operators/verbs.ts';
import { stackVerbs } from '#ratchet/rules/operators/stack-verbs.ts';
import type { Log } from '#base/needs/log.ts';
import type { Operations } from '#ratchet/needs/operations.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import { pack, type Reply } from './reply.ts';

type Told<Of extends Verb> = z.input<Of['told']>;
type Asked<Of extends Verb> = z.output<Of['asked']>;
type Serve<Of extends Verb> = (asked: Asked<Of>) => Promise<Told<Of>>;

/** What is asked of a deployment as such. */
export type Deployment = {
  readonly [Name in keyof typeof stackVerbs]: Serve<(typeof stackVerbs)[Name]>;
};

export interface OperatorDeps {
  readonly log: Log;
  readonly operations: Omit<Operations, 'overview' | 'transitions'>;
  readonly readPage: Serve<typeof operatorVerbs.workspaces>;
  readonly listTransitions: (query: {
    readonly id: WorkspaceId;
    readonly limit: number;
    readonly beforeRev?: number;
  }) => Promise<readonly Transition[]>;
  readonly deployment: Deployment;
}

const request = z.object({ verb: z.string().max(40), input: z.unknown() });

/** Answers one request of an operator. Whatever goes wrong is told in a sentence; where it went wrong, only the log says. */
export function createOperatorService(deps: OperatorDeps): (event: unknown) => Promise<Reply> {
  const handlers = new Map(handlersOf(deps).map((handler) => [handler.name, handler]));
  return async (event) => {
    const read = request.safeParse(event);
    if (!read.success) return { error: 'Send {"verb": ..., "input": {...}}.' };
    const { verb: name, input } = read.data;
    const handler = handlers.get(name);
    if (handler === undefined) {
      return { error: `This deployment knows no ${JSON.stringify(name)}: deploy its new version.` };
    }
    try {
      return await handler.serve(input);
    } catch (error) {
      deps.log.error('An operator could not be answered', { verb: name, error });
      return { error: `The deployment could not do it; the log of its function api says why.` };
    }
  };
}

interface Handler {
  readonly name: string;
  readonly serve: (input: unknown) => Promise<Reply>;
}

function handlersOf(deps: OperatorDeps): readonly Handler[] {
  const { operations, deployment, log } = deps;
  const { find, runs, run, order, pause, resume, transitions, workspaces } = operatorVerbs;
  const ordered = <Input extends { readonly by: string }, Answer>(
    name: string,
    serve: (input: Input) => Promise<Answer>,
  ) => {
    return async (input: Input) => {
      log.info('An operator orders', { order: name, ...input });
      return serve(input);
    };
  };
  return [
    handlerOf(workspaces, deps.readPage),
    handlerOf(find, ({ pullRequest }) => operations.find(pullRequest)),
    handlerOf(transitions, deps.listTransitions),
    handlerOf(runs, ({ id, limit }) => operations.runs(id, limit)),
    handlerOf(run, async ({ runId }) => (await operations.run(runId)) ?? null),
    handlerOf(
      order,
      ordered('order', (given) => operations.order(given)),
    ),
    handlerOf(
      pause,
      ordered('pause', ({ by }) => operations.pause(by)),
    ),
    handlerOf(
      resume,
      ordered('resume', ({ by }) => operations.resume(by)),
    ),
    handlerOf(stackVerbs.about, deployment.about),
    handlerOf(stackVerbs.health, deployment.health),
    handlerOf(stackVerbs.launchProbe, deployment.launchProbe),
    handlerOf(stackVerbs.worker, deployment.worker),
  ];
}

function handlerOf<A extends z.ZodType, T extends z.ZodType>(
  verb: Verb<A, T>,
  serve: (asked: z.output<A>) => Promise<z.input<T>>,
): Handler {
  return {
    name: verb.name,
    serve: async (input) => {
      const read = verb.asked.safeParse(input);
      if (read.success) return pack(await serve(read.data));
      const [issue] = read.error.issues;
      const where = issue?.path.join('.') ?? '';
      return { error: `${verb.name} was asked wrongly: ${where} ${issue?.message ?? ''}`.trim() };
    },
  };
}
