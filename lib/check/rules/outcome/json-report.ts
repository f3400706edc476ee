import type * as z from 'zod';
import { whyNoJson } from './json-end.ts';
import type { BrokenReport, ReportFacts } from './run-facts.ts';

export type JsonReading<Data> =
  | { readonly kind: 'read'; readonly data: Data }
  | { readonly kind: 'broken'; readonly state: BrokenReport };

/** Reads a report that is one JSON value. Never throws: what cannot be read has a name. */
export function readJsonReport<Data>(
  text: string | undefined,
  schema: z.ZodType<Data>,
): JsonReading<Data> {
  if (text === undefined) return { kind: 'broken', state: 'absent' };
  const json = text.trim();
  if (json === '') return { kind: 'broken', state: 'empty' };
  const parsed = parseReport(json);
  if (parsed === undefined) return { kind: 'broken', state: whyNoJson(json) };
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { kind: 'read', data: checked.data };
  return { kind: 'broken', state: 'invalid' };
}

/** The facts of a report that gives nothing. */
export function factsOfBroken(state: BrokenReport): ReportFacts {
  return { state, findings: 0, analysed: null, expected: null, verdict: null };
}

/** The facts of a report that says no more than its findings. */
export function factsOfFindings(findings: number): ReportFacts {
  return { state: 'valid', findings, analysed: null, expected: null, verdict: null };
}

function parseReport(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
