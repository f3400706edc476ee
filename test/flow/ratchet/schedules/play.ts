import * as fc from 'fast-check';
import type { Choice, Move } from './move.ts';
import { calmDown } from './quiet.ts';
import { createWorld } from './world.ts';

type Moves = readonly (readonly [number, Move])[];

/** Numbers, of which each move takes as many as it has choices. */
export const schedules = fc.array(fc.nat(0xff_ff), { minLength: 30, maxLength: 120, size: 'max' });

export interface Played {
  readonly problems: readonly string[];
  readonly trace: readonly string[];
}

/** Plays a schedule to its end, and then lets everything come to rest. Ends with the first problem. */
export async function play(
  numbers: readonly number[],
  moves: Moves,
  seen: (what: string) => void,
): Promise<Played> {
  const world = await createWorld(seen);
  const { problems } = world.book;
  const table = moves.flatMap(([times, move]) => Array.from({ length: times }, () => move));
  const left = [...numbers];
  const choice: Choice = (from) => from[(left.shift() ?? 0) % from.length] ?? from[0];
  try {
    while (left.length > 0 && problems.length === 0) {
      const move = table[(left.shift() ?? 0) % table.length];
      await move?.(world, choice);
    }
    if (problems.length === 0) await calmDown(world);
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return { problems, trace: world.trace };
}

export function told({ problems, trace }: Played): string {
  return [...trace, '', ...problems].join('\n');
}
