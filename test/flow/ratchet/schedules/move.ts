import type { World } from './world.ts';

/** One thing that happens next; `choice` says which of many. */
export type Move = (world: World, choice: Choice) => Promise<void>;

/** Draws from what a schedule has left to say. */
export type Choice = <Value>(from: readonly [Value, ...Value[]]) => Value;
