/** Milliseconds of the processor that work takes: unlike those of a clock, they do not grow with what else runs beside it. */
export function processorMs(work: () => unknown): number {
  return onProcessor(work).tookMs;
}

/** The same, with what came of the work. */
export function onProcessor<Result>(work: () => Result) {
  const begin = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begin);
  return { result, tookMs: (user + system) / 1_000 };
}
