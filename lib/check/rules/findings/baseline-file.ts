import type { Baseline, BaselineEntry } from './baseline.ts';
import { readEntryLine, writeEntryLine, writeField, readField } from './baseline-lines.ts';
import { compareEntries } from './order.ts';

interface BaselineProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export type BaselineReading =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'refused'; readonly problems: readonly BaselineProblem[] };

/** Reads a baseline file, also one that a merge left with both sides, and lists all that is wrong. */
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

/** Writes the one text of a baseline, which does not depend on the order of its entries. */
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

interface Headers {
  /** Takes one line that begins with #; gives a sentence when it cannot be understood. */
  readonly read: (content: string) => string | undefined;
  readonly found: () => {
    readonly engine: string | undefined;
    readonly signature: string | undefined;
  };
}

/** Collects the header lines of one baseline file, which a merge may have repeated. */
function createHeaders(): Headers {
  let engine: string | undefined;
  const signatures = new Set<string>();
  return {
    read(content) {
      if (content.startsWith('##')) return undefined;
      const [, word, rest = ''] = /^#([^ ]*) ?([^]*)$/.exec(content) ?? [];
      if (word === 'sig') signatures.add(readField(rest) ?? rest);
      if (word === 'sig') return undefined;
      if (word !== 'ratchetr-baseline') return unknownLine(content);
      const named = /^1 ([^]+)$/.exec(rest)?.[1];
      if (named === undefined) return unknownVersion(rest);
      const name = readField(named) ?? named;
      if (engine !== undefined && engine !== name) return twoEngines(engine, name);
      engine = name;
      return undefined;
    },
    found: () => ({ engine, signature: signatures.size === 1 ? [...signatures][0] : undefined }),
  };
}

function unknownLine(content: string): string {
  return `"${content}" is not known in a baseline: remove the line, or use the version of Ratchetr that wrote it.`;
}

function unknownVersion(rest: string): string {
  return `The header says "${rest}", expected is "1 <engine>": use the version of Ratchetr that wrote the file, or write it again with this one.`;
}

function twoEngines(first: string, second: string): string {
  return `The file is of the engine ${first} and this header says ${second}: keep each engine in a file of its own.`;
}

interface NumberedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly content: string;
}

/** What either side of a conflict has: a line that both have counts once. */
function unionOfSides(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const union: NumberedLine[] = [];
  let conflict: Conflict | undefined;
  for (const numbered of lines) {
    const marker = readMarker(numbered.content);
    if (marker === undefined) (conflict?.[conflict.side] ?? union).push(numbered);
    else if (marker === 'ours') {
      union.push(...joinSides(conflict));
      conflict = { side: 'ours', ours: [], base: [], theirs: [] };
    } else if (marker === 'end') {
      union.push(...joinSides(conflict));
      conflict = undefined;
    } else if (conflict !== undefined) conflict.side = marker;
  }
  return [...union, ...joinSides(conflict)];
}

type Side = 'ours' | 'base' | 'theirs';

type Conflict = Record<Side, NumberedLine[]> & { side: Side };

const markers = { '<': 'ours', '|': 'base', '=': 'theirs', '>': 'end' } as const;

// An entry has tabs between its fields, even where its path begins like a marker.
function readMarker(content: string): (typeof markers)[keyof typeof markers] | undefined {
  const [, sign] = /^([<|=>])\1{6}(?: |$)/.exec(content) ?? [];
  if (content.includes('\t')) return undefined;
  if (sign === '<' || sign === '|' || sign === '=' || sign === '>') return markers[sign];
  return undefined;
}

function joinSides(conflict: Conflict | undefined): readonly NumberedLine[] {
  if (conflict === undefined) return [];
  const { ours, theirs } = conflict;
  const left = new Map<string, number>();
  for (const { content } of ours) left.set(content, (left.get(content) ?? 0) + 1);
  const onlyTheirs = theirs.filter(({ content }) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count <= 0;
  });
  return [...ours, ...onlyTheirs];
}
