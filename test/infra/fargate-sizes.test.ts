import { describe, expect, it } from 'vitest';
import { sizeProblem } from '../../lib/infra/worker-task.ts';

describe('a size of Fargate', () => {
  it.each([
    [512, 1024],
    [1024, 8192],
    [4096, 30_720],
    [8192, 20_480],
    [16_384, 122_880],
  ])('%i with %i MiB is sold', (cpu, memory) => {
    expect(sizeProblem({ cpu, memory })).toBeUndefined();
  });

  it.each([
    [512, 5120, 'memory is 5120: with a cpu of 512 it must be 1024 to 4096 in steps of 1024'],
    [1024, 2500, 'memory is 2500'],
    [8192, 17_408, 'in steps of 4096'],
    [1000, 2048, 'cpu is 1000: it must be one of 512, 1024'],
  ])('%i with %i MiB is not', (cpu, memory, problem) => {
    expect(sizeProblem({ cpu, memory })).toContain(problem);
  });
});
