import * as z from 'zod';
import { requireStorable } from '#base/not-storable.ts';
import type { Row } from './database.ts';
import { fromSql, type Value } from './values.ts';

/** How a noun of the domain lies in the columns of a table. */
export interface RowMap<Noun> {
  toRow(value: Noun): Readonly<Record<string, Value>>;
  fromRow(row: Row): Noun;
}

/**
 * Maps every field to a column; the compiler sees to it that none is forgotten. Columns that end in
 * `_json` hold what is only read as a whole. The schema is applied when writing, too: what could not
 * be read again is refused before it is stored.
 */
export function createRowMap<Noun extends object>(
  name: string,
  schema: z.ZodType<Noun>,
  columns: { readonly [Field in keyof Noun & string]-?: string },
): RowMap<Noun> {
  const mapped = Object.entries<string>(columns).map(([field, column]) => {
    return { field, column, isJson: column.endsWith('_json') };
  });

  function toRow(value: Noun): Readonly<Record<string, Value>> {
    const fields = new Map<string, unknown>(Object.entries(requireStorable(name, schema, value)));
    return Object.fromEntries(
      mapped.map(({ field, column, isJson }) => [column, toValue(fields.get(field), isJson)]),
    );
  }

  function fromRow(row: Row): Noun {
    const complaint = `Row ${String(row['id'])} does not hold a ${name} any more`;
    const fields: Record<string, unknown> = {};
    for (const { field, column, isJson } of mapped) {
      const value = fromSql(row[column] ?? null);
      if (value !== null)
        fields[field] = isJson ? parseJsonColumn(String(value), complaint) : value;
    }
    const parsed = schema.safeParse(fields);
    if (parsed.success) return parsed.data;
    throw new Error(`${complaint}: ${z.prettifyError(parsed.error)}`);
  }

  return { toRow, fromRow };
}

/** JSON that only its producer understands: it was read by a parser of JSON, so it needs no second check. */
export const storedObject = z.custom<Record<string, z.core.util.JSONType>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'not an object',
);

function toValue(value: unknown, isJson: boolean): Value {
  if (value === undefined) return null;
  if (isJson) return JSON.stringify(value);
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`a column cannot hold ${typeof value}; map it to one that ends in _json`);
}

function parseJsonColumn(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${complaint}: ${String(error)}`, { cause: error });
  }
}
