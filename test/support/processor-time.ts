/** Milliseconds of the processor that work takes: unlike those of a clock, they do not grow with what else runs beside it. */
export function processorMs(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
