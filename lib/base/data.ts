import * as z from 'zod';

const table = z.record(z.string(), z.unknown());

/** The table that these keys lead to in the data of a manifest; where there is none, an empty one. */
export function tableIn(data: unknown, ...keys: readonly string[]): z.infer<typeof table> {
  return table.safeParse(valueIn(data, ...keys)).data ?? {};
}

/** The texts of the list that these keys lead to. */
export function textListIn(data: unknown, ...keys: readonly string[]): readonly string[] {
  const value = valueIn(data, ...keys);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** What these keys lead to; undefined: nothing. */
export function valueIn(data: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => {
    const entries = table.safeParse(found).data ?? {};
    // A key may be a name that every object has.
    return Object.hasOwn(entries, key) ? entries[key] : undefined;
  }, data);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A number that counts from 1; null: it is 0, below, or missing. */
export function positiveOrNull(value: number | null | undefined): number | null {
  return typeof value === 'number' && value >= 1 ? value : null;
}
