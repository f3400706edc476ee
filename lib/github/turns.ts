/** Runs work of one key one after the other, in the order it came; a failure stops none that waits. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    void settled.finally(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}
