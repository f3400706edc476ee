import { expect, it } from 'vitest';
import { chosenBenchmarks } from '../../bench/choose.ts';

const tick = (): void => undefined;
const house = (): void => undefined;

it('runs all benchmarks, or those that are named', () => {
  expect(chosenBenchmarks({ tick, house }, [])).toEqual([tick, house]);
  expect(chosenBenchmarks({ tick, house }, ['house'])).toEqual([house]);
});

it('refuses a name that is none, and says which there are', () => {
  expect(chosenBenchmarks({ tick, house }, ['house', 'hose'])).toBe(
    'There is no benchmark "hose". There are: tick, house.\n',
  );
});
