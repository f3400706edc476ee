import * as z from 'zod';
import { notModelled } from './problem.ts';
import type { Args, ConnectionSource } from './sources.ts';

export interface Listed<T> {
  /** In the order of the connection. */
  readonly items: readonly T[];
  /** Where an item stands in that order; what a cursor keeps. */
  readonly keyOf: (item: T) => string;
  /** Keys fall from page to page. */
  readonly descending?: boolean;
  /** Makes what the nodes are resolved from. */
  readonly nodeOf?: (item: T) => unknown;
  readonly more?: ConnectionSource['more'];
}

/**
 * Cuts the asked page from a list. A cursor names a place in the order and not a position, so items
 * that come or go between two pages neither repeat nor hide others, as at GitHub.
 */
export function connect<T>(listed: Listed<T>, args: Args): ConnectionSource {
  const { items, keyOf, nodeOf = (item: T): unknown => item } = listed;
  const { first, last, after, before } = pageArgs(args);
  const start = after === undefined ? 0 : countUntil(listed, cursorKey(after), true);
  const end = before === undefined ? items.length : countUntil(listed, cursorKey(before), false);
  let [from, to] = [start, Math.max(start, end)];
  if (first !== undefined) to = Math.min(to, from + first);
  if (last !== undefined) from = Math.max(from, to - last);
  return {
    kind: 'Connection',
    totalCount: items.length,
    edges: items
      .slice(from, to)
      .map((item) => ({ cursor: cursorOf(keyOf(item)), node: nodeOf(item) })),
    hasNextPage: to < items.length,
    hasPreviousPage: from > 0,
    more: listed.more ?? {},
  };
}

/** Connects things that are listed by their ids, the oldest first. */
export function connectById<T extends { readonly id: number }>(
  items: Iterable<T>,
  args: Args,
  rest: Pick<Listed<T>, 'nodeOf' | 'more'> = {},
): ConnectionSource {
  const sorted = [...items].toSorted((one, other) => one.id - other.id);
  return connect({ items: sorted, keyOf: ({ id }) => paddedKey(id), ...rest }, args);
}

/** Connects a list that never changes its order but at its end. */
export function connectInOrder<T>(
  items: readonly T[],
  args: Args,
  nodeOf?: (item: T) => unknown,
): ConnectionSource {
  const numbered = items.map((item, id) => ({ id, item }));
  return connectById(numbered, args, { nodeOf: ({ item }) => (nodeOf ? nodeOf(item) : item) });
}

/** A number that sorts as text as it does by its value. */
export function paddedKey(value: number): string {
  return String(value).padStart(16, '0');
}

/** Refuses arguments that would change the answer and that nobody has taught this double. */
export function onlyArgs(args: Args, known: readonly string[], where: string): void {
  for (const [name, value] of Object.entries(args)) {
    const isDefault = value === null || value === undefined;
    if (!isDefault && !known.includes(name)) throw notModelled(`the argument ${name} of ${where}`);
  }
}

export const pageArgNames = ['first', 'last', 'after', 'before'];

const pageShape = z.object({
  first: z.int().min(0).nullish(),
  last: z.int().min(0).nullish(),
  after: z.string().nullish(),
  before: z.string().nullish(),
});

function pageArgs(args: Args) {
  const { first, last, after, before } = pageShape.parse(args);
  return {
    first: first ?? undefined,
    last: last ?? undefined,
    after: after ?? undefined,
    before: before ?? undefined,
  };
}

// How many items come before a place; with the one that stands there, or without.
function countUntil<T>(listed: Listed<T>, key: string, inclusive: boolean): number {
  const { items, keyOf, descending = false } = listed;
  const comesLater = (item: T): boolean => {
    const own = keyOf(item);
    if (own === key) return !inclusive;
    return descending ? own < key : own > key;
  };
  const index = items.findIndex(comesLater);
  return index === -1 ? items.length : index;
}

const cursorPrefix = 'cursor:v2:';

function cursorOf(key: string): string {
  return Buffer.from(`${cursorPrefix}${key}`).toString('base64');
}

function cursorKey(cursor: string): string {
  return Buffer.from(cursor, 'base64').toString('utf8').slice(cursorPrefix.length);
}
