import { type Look, type Paint, painter } from '#report/human/look.ts';
import { tableLines } from '#report/human/table.ts';
import type { CliContext } from './context.ts';

/** What the output of a command can show: colours only for a person at a terminal that has them. */
export function detectLook({ stdout, env }: CliContext, outputFile?: string): Look {
  const isWatched = outputFile === undefined && stdout.isTTY === true;
  const color = isWatched && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return { color, width: stdout.columns ?? 100 };
}

export function createPaint(context: CliContext): Paint {
  return painter(detectLook(context));
}

interface PlainTable {
  readonly heads: readonly string[];
  /** The column that is aligned to the right. */
  readonly number?: number;
  readonly rows: readonly (readonly string[])[];
}

/** A table of plain cells; only its heads are coloured. */
export function formatTable(paint: Paint, { heads, number, rows }: PlainTable): readonly string[] {
  const numbers = new Set(number === undefined ? [] : [number]);
  const cells = rows.map((row) => row.map((text) => ({ text })));
  return tableLines({ heads, numbers, rows: cells }, paint);
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
