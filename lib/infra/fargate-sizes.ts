/** What Fargate sells: for each share of processors, the memory in MiB that goes with it. */
const sizes: ReadonlyMap<number, { least: number; most: number; step: number }> = new Map([
  [512, { least: 1024, most: 4096, step: 1024 }],
  [1024, { least: 2048, most: 8192, step: 1024 }],
  [2048, { least: 4096, most: 16_384, step: 1024 }],
  [4096, { least: 8192, most: 30_720, step: 1024 }],
  [8192, { least: 16_384, most: 61_440, step: 4096 }],
  [16_384, { least: 32_768, most: 122_880, step: 8192 }],
]);

/** Says what is wrong with a size, if anything is. */
export function sizeProblem({
  cpu,
  memory,
}: {
  readonly cpu: number;
  readonly memory: number;
}): string | undefined {
  const size = sizes.get(cpu);
  if (size === undefined) return `cpu is ${cpu}: it must be one of ${[...sizes.keys()].join(', ')}`;
  const { least, most, step } = size;
  if (memory >= least && memory <= most && memory % step === 0) return undefined;
  return `memory is ${memory}: with a cpu of ${cpu} it must be ${least} to ${most} in steps of ${step}`;
}
