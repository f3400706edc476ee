interface WorkBeside<Item> {
  /** How many run at once. */
  readonly parallel: number;
  readonly isOfTests: (item: Item) => boolean;
  readonly run: (item: Item) => Promise<void>;
}

/**
 * Runs all, in their order as far as that goes. Tests write files, listen at ports and fill databases that other tests
 * of the same checkout use: of them only one run goes on at a time, beside what runs none.
 */
export async function runBesideTests<Item>(
  items: readonly Item[],
  { parallel, isOfTests, run }: WorkBeside<Item>,
): Promise<void> {
  const queue = [...items];
  let testing: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const at = queue.findIndex((one) => testing === undefined || !isOfTests(one));
      if (at < 0) {
        await testing;
        continue;
      }
      for (const next of queue.splice(at, 1)) {
        const running = run(next);
        if (!isOfTests(next)) await running;
        else {
          testing = running.finally(() => (testing = undefined));
          await testing;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, parallel) }, work));
}
