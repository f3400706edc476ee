import { globSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { modules, samples } from './schema-table.ts';
import type { Sample } from './samples/sample.ts';

const folder = join(import.meta.dirname, '../../lib/model');

const table = Object.entries(modules).flatMap(([file, module]) => {
  const ofFile: Readonly<Record<string, readonly Sample<unknown>[]>> =
    Object.entries(samples).find(([name]) => name === file)?.[1] ?? {};
  return Object.entries(module).flatMap(([name, value]) =>
    value instanceof z.ZodType
      ? [{ place: `${file}: ${name}`, schema: value, of: ofFile[name] ?? [] }]
      : [],
  );
});

const accepted = table.flatMap(({ place, schema, of }) =>
  of.map(({ valid }) => ({ place, schema, valid })),
);

const refused = table.flatMap(({ place, schema, of }) =>
  of.flatMap(({ valid, refused: bad }) =>
    Object.entries(bad).map(([path, value]) => ({
      place: path === '' ? place : `${place} at ${path}`,
      schema,
      path: path === '' ? [] : path.split('.'),
      shown: show(value),
      broken: withValueAt(valid, path === '' ? [] : path.split('.'), value),
    })),
  ),
);

describe('the model', () => {
  it('is in the table, file by file', () => {
    const files = globSync('*.ts', { cwd: folder }).map((name) => name.replace(/\.ts$/, ''));
    expect(Object.keys(modules).toSorted()).toEqual(files.toSorted());
  });

  it('has samples of every schema, with at least one that is refused', () => {
    expect(table.length).toBeGreaterThan(50);
    const bare = table.filter(({ of }) => !of.some((one) => Object.keys(one.refused).length > 0));
    expect(bare.map(({ place }) => place)).toEqual([]);
  });

  it.each(accepted)('accepts a valid $place and keeps all of it', ({ schema, valid }) => {
    expect(schema.parse(valid)).toEqual(valid);
  });

  it.each(refused)('refuses $shown as $place, and says where', ({ schema, path, broken }) => {
    const issues = schema.safeParse(broken).error?.issues ?? [];
    expect(issues.map((issue) => placeOf(issue))).toEqual([path]);
  });
});

/** A key that may not be there is reported beside its path. */
function placeOf(issue: z.core.$ZodIssue): string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return [...issue.path, ...keys].map(String);
}

function withValueAt(base: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(base)) {
    const items: unknown[] = [...base];
    items[Number(key)] = withValueAt(items[Number(key)], rest, value);
    return items;
  }
  const fields = new Map(Object.entries(base ?? {}));
  const next = withValueAt(fields.get(key), rest, value);
  if (next === undefined) fields.delete(key);
  else fields.set(key, next);
  return Object.fromEntries(fields);
}

function show(value: unknown): string {
  return inspect(value, { breakLength: Infinity, maxArrayLength: 1, maxStringLength: 20 });
}
