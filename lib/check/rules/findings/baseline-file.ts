import type { Baseline, BaselineEntry } from './baseline.ts';
import { readEntryLine, writeEntryLine, writeField } from './baseline-lines.ts';
import { unionOfSides, type NumberedLine } from './conflict-markers.ts';
import { createHeaders } from './baseline-header.ts';
import { compareEntries } from './order.ts';

interface BaselineProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export type BaselineReading =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'refused'; readonly problems: readonly BaselineProblem[] };

/** Reads a baseline file, also one that a merge left with both sides, and tells all that is wrong. */
export function readBaseline(text: string): BaselineReading {
  const headers = createHeaders();
  const entries: BaselineEntry[] = [];
  const problems: BaselineProblem[] = [];
  for (const { line, content } of unionOfSides(numberLines(text))) {
    if (content.startsWith('#')) {
      const message = headers.read(content);
      if (message !== undefined) problems.push({ line, message });
      continue;
    }
    const read = readEntryLine(content);
    if (read.kind === 'ok') entries.push(read.value);
    else problems.push({ line, message: read.sentence });
  }
  const { engine, signature } = headers.found();
  if (problems.length > 0) return { kind: 'refused', problems };
  if (engine === undefined) return { kind: 'refused', problems: [noHeader] };
  return {
    kind: 'baseline',
    baseline: { engine, entries, ...(signature === undefined ? {} : { signature }) },
  };
}

/** Writes the one text that stands for a baseline, whatever the order of its entries. */
export function writeBaseline({ engine, signature, entries }: Baseline): string {
  const lines = [`#ratchetr-baseline 1 ${writeField(engine)}`];
  if (signature !== undefined) lines.push(`#sig ${writeField(signature)}`);
  let section: string | undefined;
  for (const entry of entries.toSorted(compareEntries)) {
    // These lines keep what two branches do to two files apart, so that a merge is clean.
    if (entry.path !== section) lines.push('', `## ${writeField(entry.path)}`.trimEnd());
    section = entry.path;
    lines.push(writeEntryLine(entry));
  }
  return `${lines.join('\n')}\n`;
}

const noHeader: BaselineProblem = {
  line: 1,
  message: 'The header is missing: the first line must be "#ratchetr-baseline 1 <engine>".',
};

function numberLines(text: string): readonly NumberedLine[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.replace(/\r$/, '') }))
    .filter(({ content }) => content !== '');
}
