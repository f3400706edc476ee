import type { BrokenReport } from './run-facts.ts';
import { readXml, type XmlEvent } from './xml.ts';

interface JunitReport {
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  /** Empty where the writer gives none: pytest does so for a test that was interrupted. */
  readonly name: string;
  readonly classname: string;
  /** Its own, else that of its suite. */
  readonly file: string | null;
  /** As the writer counts. */
  readonly line: number | null;
  readonly problems: readonly JunitProblem[];
  readonly skipped: { readonly type: string } | null;
  /** What it printed, where the writer tells; else empty. */
  readonly output: string;
}

export interface JunitProblem {
  readonly kind: 'failure' | 'error';
  readonly type: string | null;
  readonly message: string;
  readonly text: string;
}

export type JunitReading =
  | { readonly kind: 'read'; readonly report: JunitReport }
  | { readonly kind: 'broken'; readonly state: BrokenReport };

/** Reads a JUnit report, or several one after the other. Never throws: what cannot be read has a name. */
export function readJunit(text: string | undefined): JunitReading {
  const [first, ...others] = (text ?? '').split(nextDocument);
  if (text === undefined || others.length === 0) return readDocument(text);
  const readings = [first, ...others].map(readDocument);
  const broken = readings.find((one) => one.kind === 'broken');
  const cases = readings.flatMap((one) => (one.kind === 'read' ? one.report.cases : []));
  return broken ?? { kind: 'read', report: { cases } };
}

/** Many runners write a file for each class. */
const nextDocument = /(?=<\?xml\s)(?<=(?:<\/testsuites?>|\/>)\s*)/;

function readDocument(text: string | undefined): JunitReading {
  if (text === undefined) return { kind: 'broken', state: 'absent' };
  if (text.trim() === '') return { kind: 'broken', state: 'empty' };
  const collected: Collected = {
    root: null,
    cases: [],
    files: [],
    inside: null,
    problem: null,
    isPrinted: false,
  };
  const end = readXml(text, (event) => collectCase(collected, event));
  if (end === 'malformed') return { kind: 'broken', state: 'unparseable' };
  if (end === 'truncated') return { kind: 'broken', state: 'truncated' };
  if (collected.root !== 'testsuites' && collected.root !== 'testsuite') {
    return { kind: 'broken', state: 'invalid' };
  }
  return { kind: 'read', report: { cases: collected.cases } };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface OpenCase extends Writable<Omit<JunitCase, 'problems'>> {
  readonly problems: JunitProblem[];
}

interface OpenProblem extends Omit<JunitProblem, 'text'> {
  text: string;
}

interface Collected {
  root: string | null;
  readonly cases: OpenCase[];
  /** Files of the suites around the place. */
  readonly files: (string | null)[];
  inside: OpenCase | null;
  problem: OpenProblem | null;
  isPrinted: boolean;
}

type Opened = Extract<XmlEvent, { kind: 'open' }>;

function collectCase(to: Collected, event: XmlEvent): void {
  if (event.kind === 'open') openElement(to, event);
  else if (event.kind === 'close') closeElement(to, event.name);
  else if (to.problem !== null) to.problem.text += event.text;
  else if (to.inside !== null && to.isPrinted) to.inside.output += event.text;
}

function openElement(to: Collected, event: Opened): void {
  const { name, attributes, parent } = event;
  if (parent === null) to.root = name;
  if (name === 'testsuite') to.files.push(attributes.get('file') ?? to.files.at(-1) ?? null);
  if (name === 'testcase') to.inside = openCase(to, attributes);
  if (to.inside === null || parent !== 'testcase') return;
  if (printed.has(name)) to.isPrinted = true;
  if (name === 'skipped') to.inside.skipped = { type: attributes.get('type') ?? '' };
  if (name === 'failure' || name === 'error') to.problem = openProblem(name, attributes);
}

const printed = new Set(['system-out', 'system-err']);

function openCase({ cases, files }: Collected, attributes: Opened['attributes']): OpenCase {
  const line = Number.parseInt(attributes.get('line') ?? '', 10);
  const opened: OpenCase = {
    name: attributes.get('name') ?? '',
    classname: attributes.get('classname') ?? '',
    file: attributes.get('file') ?? files.at(-1) ?? null,
    line: Number.isSafeInteger(line) && line >= 0 ? line : null,
    problems: [],
    skipped: null,
    output: '',
  };
  cases.push(opened);
  return opened;
}

function openProblem(kind: JunitProblem['kind'], attributes: Opened['attributes']): OpenProblem {
  const type = attributes.get('type') ?? null;
  return { kind, type, message: attributes.get('message') ?? '', text: '' };
}

function closeElement(to: Collected, name: string): void {
  if (name === 'testsuite') to.files.pop();
  if (name === 'testcase') to.inside = null;
  if (printed.has(name)) to.isPrinted = false;
  if (name !== to.problem?.kind) return;
  to.inside?.problems.push(to.problem);
  to.problem = null;
}
