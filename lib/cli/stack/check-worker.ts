import { randomUUID } from 'node:crypto';
import type { StackClient } from '#aws/operators/stack-client.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';
import type { Clock } from '#base/needs/clock.ts';
import { passedCheck, wrongCheck } from './seen.ts';

/** Names what the doctor launches and stores; the same name is launched once. */
export function newProbe(): string {
  return `doctor-${randomUUID()}`;
}

export interface ProbeServices {
  readonly client: Pick<StackClient, 'launchProbe' | 'worker'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const name = 'worker';
const longestStartMs = 5 * 60_000;
const pauseMs = 5_000;

/** Launches a worker that only says hello to the broker, and waits for its end. */
export async function checkWorker(deps: ProbeServices, probe: string): Promise<Check> {
  const { client, clock, signal } = deps;
  const launched = await client.launchProbe(probe);
  if (launched.kind !== 'launched') {
    const todo =
      launched.kind === 'later'
        ? 'Try again later; if that does not help, ask AWS for more Fargate capacity.'
        : 'Deploy the stack again, and check that its images were pushed.';
    return wrongCheck(name, launched.reason, todo);
  }
  const begun = clock.now();
  while (clock.now() - begun < longestStartMs) {
    const state = await client.worker(launched.taskRef);
    if (state.kind === 'stopped') return judgeEnd(state, clock.now() - begun);
    await clock.sleep(pauseMs, signal);
  }
  const todo = `Look at the task ${launched.taskRef} in ECS: check that its image can be pulled and that its subnets reach the internet.`;
  return wrongCheck(name, 'It did not end within five minutes.', todo);
}

function judgeEnd(
  { exitCode, reason }: { readonly exitCode?: number; readonly reason: string },
  tookMs: number,
): Check {
  const took = `${Math.round(tookMs / 1_000)} s`;
  if (exitCode === 0)
    return passedCheck(name, `It started, reached the broker and ended within ${took}.`);
  if (exitCode === undefined) {
    const todo =
      'It never started: check that its image was pushed and that its subnets reach the internet.';
    return wrongCheck(name, `It ended without an exit code: ${reason}`, todo);
  }
  const todo = 'Read its log in the log group worker-engine of the stack: it names the reason.';
  return wrongCheck(name, `It ended with exit code ${exitCode}: ${reason}`, todo);
}
