import { planGround } from './fresh-ground.ts';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/system/clock.ts';
import { progressOf } from '#repair/rules/plan/progress.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import type { PlanTool } from '#repair/needs/plan-actions.ts';
import { statuses } from '../rules/plan/carried-out.ts';
import { asks, planOf, step } from '../rules/plan/steps.ts';
import { executeWithKills } from './killed-plan.ts';
import { creates, shell, uses } from './plan-actions-samples.ts';
import {
  endOf,
  type Ended,
  execute,
  freeOfCharge,
  type PlanGround,
  treeOf,
  undo,
} from './plan-ground.ts';

const reasonOf = (end: Ended, stepId: number) => progressOf(end.progress, stepId).reason;

describe('the time of a step', () => {
  it('ends a command and everything it started', async () => {
    const ground = await planGround();
    const plan = planOf(
      step(1, shell('(sleep 1; echo late > late) & sleep 30'), { timeoutMs: 100 }),
    );
    const end = endOf(await execute(ground, plan));
    expect(reasonOf(end, 1)).toBe('sh had not ended after 100 ms.');
    await systemClock.sleep(1_200);
    expect(await treeOf(ground.folder)).toEqual({});
  });

  it('ends a tool, and leaves a question to be answered later', async () => {
    const tools = new Map([['deaf', () => new Promise<never>(() => undefined)]]);
    const deaf = endOf(
      await execute(await planGround(), planOf(step(1, uses('deaf'))), {
        actions: { tools },
        clock: {
          now: () => systemClock.now(),
          sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
        },
      }),
    );
    expect(reasonOf(deaf, 1)).toBe('The tool deaf had not ended after 60000 ms.');
    const asker = {
      ask: (_: unknown, signal?: AbortSignal) =>
        new Promise<undefined>((resolve) => {
          // On a busy machine its time may be over before it is asked.
          if (signal?.aborted === true) resolve(undefined);
          signal?.addEventListener('abort', () => resolve(undefined));
        }),
    };
    const slow = planOf(step(1, asks(), { timeoutMs: 20 }));
    expect(await execute(await planGround(), slow, { actions: { asker } })).toMatchObject({
      kind: 'blocked',
    });
  });
});

describe('the budget', () => {
  const dear = { ...freeOfCharge, run_command: 0.4 };

  it('fails a step that it does not allow, with the sentence, and lets free ones go on', async () => {
    const plan = planOf(
      step(1, shell('true')),
      step(2, shell('true')),
      step(3, shell('true')),
      step(4, creates('a')),
    );
    const end = endOf(await execute(await planGround(), plan, { settings: { estimates: dear } }));
    expect(statuses(end.progress)).toEqual({
      1: 'succeeded',
      2: 'succeeded',
      3: 'failed',
      4: 'succeeded',
    });
    expect(reasonOf(end, 3)).toBe(
      'Step 3 may cost $0.40, but only $0.20 of the $1.00 allowed is left: raise the budget to go on.',
    );
    expect(end.usd).toBe(0.8);
  });

  it('lets a step wait for what those that run give back', async () => {
    const steps = [1, 2, 3].map((id) => step(id, creates(`file-${id}`), { estimatedUsd: 0.6 }));
    const end = endOf(await execute(await planGround(), planOf(...steps)));
    expect(end).toMatchObject({ kind: 'succeeded', usd: 0 });
  });

  it('books all that was set aside for a step that was cut off', async () => {
    const ground = await planGround();
    const plan = planOf(
      step(1, creates('a'), { estimatedUsd: 0.3 }),
      step(2, shell('true'), { dependsOn: [1] }),
    );
    // Right after the line that says that the step runs.
    const end = await executeWithKills(ground, plan, { kills: [6] });
    expect(statuses(end.progress)).toEqual({ 1: 'succeeded', 2: 'succeeded' });
    expect(progressOf(end.progress, 1)).toMatchObject({ attempts: 2, usd: 0.3 });
    expect(end.usd).toBe(0.3);
  });
});

describe('a question', () => {
  const plan = planOf(
    step(1, asks(['yes', 'no'])),
    step(2, creates('done'), {
      dependsOn: [1],
      onlyIf: [{ step: 1, is: 'succeeded', outputContains: 'yes' }],
    }),
  );

  it('blocks the plan until somebody answers, in a later execution too', async () => {
    const ground = await planGround();
    const nobody = { ask: async () => undefined };
    const asked: unknown[] = [];
    const somebody = {
      ask: async (question: unknown) => {
        asked.push(question);
        return 'yes';
      },
    };
    for (let tries = 0; tries < 2; tries += 1) {
      const blocked = endOf(await execute(ground, plan, { actions: { asker: nobody } }));
      expect(blocked.kind).toBe('blocked');
      expect(statuses(blocked.progress)).toEqual({ 1: 'blocked', 2: 'pending' });
    }
    const end = endOf(await execute(ground, plan, { actions: { asker: somebody } }));
    expect(end.kind).toBe('succeeded');
    expect(asked).toEqual([{ question: 'Go on?', choices: ['yes', 'no'] }]);
    expect(Object.keys(await treeOf(ground.folder))).toEqual(['done']);
  });

  it('takes none but the answers to choose from', async () => {
    const answers = ['maybe', 'no'];
    const asker = { ask: async () => answers.shift() };
    const settings = { maxRetries: 1 };
    const end = endOf(await execute(await planGround(), plan, { actions: { asker }, settings }));
    expect(progressOf(end.progress, 1)).toMatchObject({ attempts: 2, output: 'no' });
    expect(statuses(end.progress)).toEqual({ 1: 'succeeded', 2: 'skipped' });
  });
});

describe('a plan that is stopped', () => {
  it('ends what runs and goes on later', async () => {
    const ground = await planGround();
    const line = 'test -e ready && exit 0; echo 1 > ready; sleep 30';
    const { plan, end } = await stopped(ground, step(1, shell(line)));
    expect(end.kind).toBe('stopped');
    const resumed = endOf(await execute(ground, plan));
    expect(resumed.kind).toBe('succeeded');
    expect(progressOf(resumed.progress, 1)).toMatchObject({ attempts: 2, failures: 0 });
    await undo(ground, resumed);
    expect(await treeOf(ground.folder)).toEqual({});
  });

  it('takes back, when it goes on, what a step that cannot be repeated left half done', async () => {
    const ground = await planGround({ a: ['100644', 'old'] });
    const half = step(1, shell('echo half > a; echo 1 > b; sleep 30', false), {
      rollbackOnFail: true,
    });
    const { plan } = await stopped(ground, half);
    expect(Object.keys(await treeOf(ground.folder))).toEqual(['a', 'b']);
    const resumed = endOf(await execute(ground, plan));
    expect(statuses(resumed.progress)).toEqual({ 1: 'rolled_back', 2: 'skipped' });
    expect(await treeOf(ground.folder)).toEqual({ a: ['100644', 'old'] });
  });

  it('ends a tool, which is not repeated, and believes one that ended well', async () => {
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const tools = new Map<string, PlanTool>([
      [
        'good',
        async () => {
          stop.abort();
          return { kind: 'succeeded', output: '', usd: 0 };
        },
      ],
      [
        'cut',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')));
            begun.resolve();
          }),
      ],
    ]);
    const ground = await planGround();
    const plan = planOf(step(1, uses('good')), step(2, uses('cut'), { dependsOn: [1] }));
    const first = await execute(ground, plan, { actions: { tools }, signal: stop.signal });
    expect(statuses(endOf(first).progress)).toEqual({ 1: 'succeeded', 2: 'pending' });
    const later = new AbortController();
    const second = execute(ground, plan, { actions: { tools }, signal: later.signal });
    await begun.promise;
    later.abort();
    expect((await second).kind).toBe('stopped');
    const end = endOf(await execute(ground, plan, { actions: { tools } }));
    expect(statuses(end.progress)).toEqual({ 1: 'succeeded', 2: 'failed' });
    expect(reasonOf(end, 2)).toContain('may have been done in part');
  });

  it('does nothing when it was stopped before', async () => {
    const ground = await planGround();
    const result = await execute(ground, planOf(step(1, creates('a'))), {
      signal: AbortSignal.abort(),
    });
    expect(result.kind).toBe('stopped');
    expect(await treeOf(ground.folder)).toEqual({});
  });
});

async function stopped(ground: PlanGround, line: StructuredStep) {
  const stop = new AbortController();
  const plan = planOf(line, step(2, creates('after'), { dependsOn: [1] }));
  const ending = execute(ground, plan, { signal: stop.signal });
  await systemClock.sleep(300);
  stop.abort();
  return { plan, end: endOf(await ending) };
}
