import { expect, it } from 'vitest';
import { orderRuns } from '#check/rules/scope/running-order.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { aPlan } from './plans.ts';

function run(engine: string, mode: Scheduled['mode']): Scheduled {
  return { engine, mode, how: 'run', requested: true, plan: aPlan({ engine, mode }) };
}

it('begins with what takes long, and leaves current before target', () => {
  const waiting = [run('eslint', 'current'), run('eslint', 'target'), run('mypy', 'target')];
  const order = orderRuns(waiting, (engine) => engine === 'eslint');
  expect(order.map(({ engine, mode }) => `${engine} ${mode}`)).toEqual([
    'mypy target',
    'eslint current',
    'eslint target',
  ]);
});
