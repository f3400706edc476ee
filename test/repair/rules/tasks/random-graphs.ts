import * as fc from 'fast-check';
import type { Task } from '#model/task.ts';
import { taskStatus } from '#model/task.ts';
import { aRunningTask, aTask, t0, taskId } from '../../../support/samples.ts';

export interface Node {
  readonly id: ReturnType<typeof taskId>;
  readonly dependsOn: readonly ReturnType<typeof taskId>[];
}

/** Graphs of up to 30 nodes whose dependencies all point to earlier nodes, listed in any order. */
export const acyclicGraph: fc.Arbitrary<readonly Node[]> = fc
  .array(fc.array(fc.nat({ max: 29 }), { maxLength: 4 }), { maxLength: 30 })
  .map((rows) => rows.map((picks, index) => nodeAt(index, picks)))
  .chain((nodes) => fc.shuffledSubarray(nodes, { minLength: nodes.length }));

/** The same graphs as tasks in any status, with leases that are over, in their grace or still good. */
export const randomTasks: fc.Arbitrary<readonly Task[]> = acyclicGraph.chain((nodes) =>
  fc
    .array(someStatus, { minLength: nodes.length, maxLength: nodes.length })
    .map((states) =>
      nodes.flatMap(({ id, dependsOn }, index) => taskIn(id, [...dependsOn], states[index])),
    ),
);

const someStatus = fc.record({
  status: fc.constantFrom(...taskStatus.options),
  leaseEnd: fc.constantFrom(-60_000, -1_000, 60_000),
  leaseLosses: fc.nat({ max: 2 }),
  notBefore: fc.option(fc.constant(t0 + 5_000), { nil: undefined }),
});

type SomeStatus = typeof someStatus extends fc.Arbitrary<infer State> ? State : never;

function nodeAt(index: number, picks: readonly number[]): Node {
  const earlier = index === 0 ? [] : picks.map((pick) => taskId(`t${pick % index}`));
  return { id: taskId(`t${index}`), dependsOn: [...new Set(earlier)] };
}

function taskIn(id: string, dependsOn: string[], state: SomeStatus | undefined): Task[] {
  if (state === undefined) return [];
  const { status, leaseEnd, leaseLosses, notBefore } = state;
  if (status !== 'running') return [aTask({ id, dependsOn, status, leaseLosses, notBefore })];
  const lease = { worker: 'worker-1', until: t0 + leaseEnd, fence: 1, token: 'token-1' };
  return [aRunningTask({ id, dependsOn, leaseLosses, lease })];
}
