/** Lets so many pieces of work run at once; the others wait in the order they came. */
export function createSlots(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
