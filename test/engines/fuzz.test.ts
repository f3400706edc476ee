import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { excerptOutput } from '#base/excerpt.ts';
import type { ToolOutput } from '#engines/contract.ts';
import { samples } from './conformance-samples.ts';
import { onProcessor } from '../support/processor-time.ts';
import { planOf } from './recorded.ts';

const folder = join(import.meta.dirname, '../fixtures/reports');
const states = new Set(['valid', 'absent', 'empty', 'unparseable', 'invalid', 'truncated']);

const engines = samples.map(([id, { engine, options }]) => {
  const { reports } = engine.check.spec({ plan: planOf({ options }), scratch: '/scratch' });
  return { id, engine, reports: Object.keys(reports) };
});

type Tried = (typeof engines)[number];

/** Wherever the engine looks, it sees the same text. */
function outputOf({ reports }: Tried, text: string): ToolOutput {
  const written = new Map(reports.map((name) => [name, text]));
  return { stdout: text, stderr: text, reports: written, cwd: '/repo' };
}

function recordedOf({ id }: Tried): readonly (readonly [string, string])[] {
  const names = readdirSync(folder).includes(id) ? readdirSync(join(folder, id)) : [];
  return names.map((name) => [name, readFileSync(join(folder, id, name), 'utf8')]);
}

const cases = engines.flatMap((tried) =>
  recordedOf(tried).map(([name, text]) => ({ tried, id: tried.id, name, text })),
);

/** What is wrong with what the engine makes of a text; it must not throw, nor take long. */
function problemsOf(tried: Tried, text: string): readonly unknown[] {
  const output = outputOf(tried, text);
  const { result, tookMs } = onProcessor(() => tried.engine.parse(output));
  const { facts, findings, coverage = [] } = result;
  return [
    ...(states.has(facts.state) ? [] : [facts]),
    ...(facts.findings === findings.length ? [] : [facts]),
    ...findings.filter(({ line, column, kind, message }) => {
      const places = [line, column].filter((place) => place !== null);
      return kind === '' || typeof message !== 'string' || places.some((place) => !isPlace(place));
    }),
    ...coverage.filter(
      ({ covered, total, uncovered }) =>
        covered < 0 || covered > total || uncovered.some((line) => !isPlace(line)),
    ),
    ...(excerptOutput(text).length <= 4000 ? [] : ['excerpt']),
    ...(tookMs < 20_000 ? [] : [{ tookMs }]),
  ];
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

describe.each(cases)('the report of $id in $name, damaged', ({ tried, text }) => {
  it('by a cut at any place', () => {
    const step = Math.max(1, Math.floor(text.length / 150));
    const ends = Array.from({ length: Math.ceil(text.length / step) }, (_, index) => index * step);
    expect(ends.flatMap((end) => problemsOf(tried, text.slice(0, end)))).toEqual([]);
  });

  it('by flipped bits', () => {
    const flip = fc.tuple(fc.nat(text.length - 1), fc.nat(15));
    fc.assert(
      fc.property(fc.array(flip, { minLength: 1, maxLength: 9 }), (flips) => {
        const units = text.split('');
        for (const [at, bit] of flips) {
          units[at] = String.fromCharCode((units[at] ?? '').charCodeAt(0) ^ (1 << bit));
        }
        expect(problemsOf(tried, units.join(''))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('by another text in place of any part of it', () => {
    const places = fc.tuple(fc.nat(text.length), fc.nat(text.length));
    const value = fc.constantFrom('null', '0', '-1', '""', '[]', '{}', '1e999', 'true', 'x');
    fc.assert(
      fc.property(places, fc.oneof(fc.string(), value), ([a, b], other) => {
        const damaged = text.slice(0, Math.min(a, b)) + other + text.slice(Math.max(a, b));
        expect(problemsOf(tried, damaged)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

const json = cases.flatMap((one) => {
  try {
    return [{ ...one, value: z.json().parse(JSON.parse(one.text)) }];
  } catch {
    return [];
  }
});

// The longest report of a tool has all that its shorter ones have.
const longest = json.filter(({ id, text }) =>
  json.every((other) => other.id !== id || other.text.length <= text.length),
);

type Json = (typeof json)[number]['value'];

const strangers: readonly Json[] = [null, true, -1, 0.5, 1e308, '', 'a', [], [[]], {}, { '': 0 }];

describe.each(longest)('the report of $id in $name', ({ tried, value }) => {
  it('with another value in any place', () => {
    const damaged = Array.from(variants(value), (other) => JSON.stringify(other));
    expect(damaged.flatMap((text) => problemsOf(tried, text))).toEqual([]);
  });

  it('with very many of anything that it lists', () => {
    for (const other of multiplied(value)) {
      expect(problemsOf(tried, JSON.stringify(other))).toEqual([]);
    }
  });
});

function* variants(value: Json): Generator<Json> {
  yield* strangers;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value).slice(0, 20)) {
    for (const other of variants(inner)) yield replaced(value, key, other);
  }
}

function* multiplied(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > 0) {
    const size = JSON.stringify(value).length / value.length;
    const times = Math.min(100_000, Math.floor(20_000_000 / size));
    yield Array.from({ length: times }, (_, index) => value[index % value.length] ?? null);
  }
  for (const [key, inner] of Object.entries(value).slice(0, 2)) {
    for (const other of multiplied(inner)) yield replaced(value, key, other);
  }
}

function replaced(value: Json & object, key: string, other: Json): Json {
  if (!Array.isArray(value)) return { ...value, [key]: other };
  return value.map((item, index) => (String(index) === key ? other : item));
}

const deep = 10_000;
const monsters: Readonly<Record<string, string>> = {
  'arrays in arrays': '['.repeat(deep) + ']'.repeat(deep),
  'arrays that never end': '['.repeat(deep * 10),
  'objects in objects': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  'elements in elements': `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`,
  'elements that never end': '<testsuite>'.repeat(deep),
  'one endless line': 'x'.repeat(1_000_000),
  'many lines': 'a.py:1: error: no\n'.repeat(50_000),
  'many empty lines': '\n'.repeat(1_000_000),
  'many spaces': ' '.repeat(1_000_000),
  'many backslashes': `["${'\\'.repeat(1_000_000)}`,
  'many colons': ':'.repeat(200_000),
  'nothing but zeros': '\0'.repeat(100_000),
  'half of a character': '\u{D800}'.repeat(1_000),
};

describe.each(engines)('$id', (tried) => {
  it.each(Object.entries(monsters))('survives %s', (_, text) => {
    expect(problemsOf(tried, text)).toEqual([]);
  });
});
