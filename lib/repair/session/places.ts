/** Lets so many work at once; the others wait in the order in which they came. */
export function createPlaces(
  count: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = Math.max(1, count);
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
