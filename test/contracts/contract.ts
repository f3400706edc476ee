import { describe, expect, it } from 'vitest';

/** A store over fresh and empty data, made for one test. */
export interface OpenedStore<Store> {
  readonly store: Store;
  /** Another writer over the same data. */
  readonly reopen: () => Promise<Store>;
  /** Waits until index reads show all that was written; where they always do, there is nothing to wait for. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Harness<Store> {
  readonly open: () => Promise<OpenedStore<Store>>;
  /** Themes that cannot be held to here, say because everybody is served one after the other. */
  readonly skips?: readonly string[];
}

/** Far more than any store needs, so that a slow machine fails no test. */
export const patienceMs = 240_000;

/** What every store promises about one theme: sentences and the tests that hold it to them. */
export type Promises<Store> = Readonly<
  Record<string, (opened: OpenedStore<Store>) => Promise<void>>
>;

export function registerContract<Store>(
  name: string,
  harness: Harness<Store>,
  themes: Readonly<Record<string, Promises<Store>>>,
): void {
  describe(`contract: ${name}`, () => {
    for (const [theme, promises] of Object.entries(themes)) {
      const test = harness.skips?.includes(theme) === true ? it.skip : it;
      for (const [sentence, keep] of Object.entries(promises)) {
        test(`${theme}: ${sentence}`, { timeout: patienceMs }, async () => {
          expect.hasAssertions();
          const opened = await harness.open();
          try {
            await keep(opened);
          } finally {
            await opened.close();
          }
        });
      }
    }
  });
}
