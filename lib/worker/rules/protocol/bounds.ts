import * as z from 'zod';
import { timestamp } from '#model/ids.ts';

/** The name of an engine; it becomes part of the names of artifacts. */
export const engineName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 of A-Z a-z 0-9 . _ -');

/** A time that stays valid when the longest lease or pause is added to it. */
export const moment = timestamp.max(1e13, 'must be before the year 2286');

/** Refuses what a single item of a store could not hold. */
export function limitJson<Noun extends z.ZodType>(noun: Noun, characters: number): Noun {
  return noun.refine((value) => (JSON.stringify(value) ?? '').length <= characters, {
    error: `must be at most ${characters} characters long as JSON`,
  });
}

/** Every reader of a run loads it; a store compresses it, and in memory it grows again. */
export const longestSummary = 2 * 1024 * 1024;

const deepest = 64;

/** What is wrong with a value that came as JSON, before its meaning is checked; undefined: nothing is. */
export function jsonProblem(value: unknown): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'number' && !isStorable(next.value)) {
      return 'It holds a number that is too large or too small to be stored';
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth === deepest) return `It is nested deeper than ${deepest} levels`;
    const depth = next.depth + 1;
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth });
  }
  return undefined;
}

/** Databases keep fewer magnitudes than JSON writes. */
function isStorable(number: number): boolean {
  const size = Math.abs(number);
  return size === 0 || (size >= 1e-100 && size <= 1e100);
}
