import type { Outcome } from '#base/outcome.ts';

/** Packages beside Ratchetr's own installation that hold engines; never those of the repository that is judged. */
export interface EnginePackages {
  /** What the package exports as `engine`. */
  load(name: string): Promise<Outcome<unknown, 'not-installed' | 'not-loaded'>>;
}
