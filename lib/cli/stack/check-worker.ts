import { randomUUID } from 'node:crypto';
import type { CallStack } from '#aws/operators/call.ts';
import { type Check, stackVerbs } from '#ratchet/rules/operators/stack-verbs.ts';
import type { Clock } from '#base/needs/clock.ts';
import { fine, wrong } from './seen.ts';

/** Names what a doctor leaves behind; the same one is launched once. */
export function newProbe(): string {
  return `doctor-${randomUUID()}`;
}

export interface WorkerCheckDeps {
  readonly call: CallStack;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
}

const name = 'worker';
const longestStartMs = 5 * 60_000;
const pauseMs = 5_000;

/** Launches a worker that only says hello to the broker, and waits for its end. */
export async function checkWorker(deps: WorkerCheckDeps, probe: string): Promise<Check> {
  const { call, clock, signal } = deps;
  const launched = await call(stackVerbs.launchProbe, { probe });
  if (launched.kind !== 'launched') {
    const todo =
      launched.kind === 'later'
        ? 'Try again later; where it stays so, ask AWS for more capacity of Fargate.'
        : 'Deploy the stack anew, and look whether its images were pushed.';
    return wrong(name, launched.reason, todo);
  }
  const begun = clock.now();
  while (clock.now() - begun < longestStartMs) {
    const state = await call(stackVerbs.worker, { taskRef: launched.taskRef });
    if (state.kind === 'stopped') return judgeEnd(state, clock.now() - begun);
    await clock.sleep(pauseMs, signal);
  }
  const todo = `Look at the task ${launched.taskRef} in ECS: whether its image can be pulled and its subnets reach the internet.`;
  return wrong(name, 'It did not come to its end within five minutes.', todo);
}

function judgeEnd(
  { exitCode, reason }: { readonly exitCode?: number; readonly reason: string },
  tookMs: number,
): Check {
  const took = `${Math.round(tookMs / 1_000)} s`;
  if (exitCode === 0) return fine(name, `It started, reached the broker and ended within ${took}.`);
  if (exitCode === undefined) {
    const todo =
      'It never began to work: look whether its image was pushed, and whether its subnets reach the internet.';
    return wrong(name, `It ended without an exit code: ${reason}`, todo);
  }
  const todo =
    'Its log is in the log group worker-engine of the stack: it says what was in its way.';
  return wrong(name, `It ended with exit code ${exitCode}: ${reason}`, todo);
}
