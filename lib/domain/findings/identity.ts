import type { Finding } from '../model/finding.ts';
import { hashLines, shortHash, type LineHashes, type NativeHash } from './line-hashes.ts';

/** What is the same about a finding wherever its line goes: no line number, column or severity. */
export interface Identity {
  readonly path: string;
  readonly rule: string;
  /** Of the text of its line. Empty when there is no line to look at. */
  readonly L: string;
  /** Of its line between its neighbours. Empty when there is no line to look at. */
  readonly C: string;
  /** Of its message, whatever numbers stand in it. */
  readonly M: string;
}

/** How a test fails. The id of the test is the finding's own. */
interface TestIdentity {
  readonly exception?: string | undefined;
  /** Where it was raised, without a line number. */
  readonly frame?: { readonly path: string; readonly symbol: string } | undefined;
}

type Known = 'tool' | 'kind' | 'filePath' | 'line' | 'column' | 'symbol' | 'message' | 'testId';

/** The part of a finding that identity is made from. */
export interface Identifiable extends Pick<Finding, Known> {
  readonly testIdentity?: TestIdentity | undefined;
}

export interface Identified<F extends Identifiable = Identifiable> {
  readonly finding: F;
  readonly identity: Identity;
}

/** The lines of a file, or nothing when it cannot be read. */
export type SourceOf = (path: string) => readonly string[] | undefined;

/** Says of each finding, in the order given, which one it is. */
export function identify<F extends Identifiable>(
  deps: { readonly hash: NativeHash },
  findings: readonly F[],
  sourceOf: SourceOf,
): readonly Identified<F>[] {
  const linesOf = onceEach((path: string) => {
    const lines = sourceOf(path);
    return lines === undefined ? undefined : hashLines(deps.hash, lines);
  });
  const short = onceEach((text: string) => shortHash(deps.hash, text));
  return findings.map((finding) => ({
    finding,
    identity: {
      path: finding.filePath ?? '',
      rule: finding.symbol ?? finding.kind,
      ...(finding.testId === undefined
        ? hashesInSource(finding, short, linesOf)
        : hashesOfTest(finding, finding.testId, short)),
    },
  }));
}

type Hashes = Pick<Identity, 'L' | 'C' | 'M'>;

function hashesInSource(
  finding: Identifiable,
  short: (text: string) => string,
  linesOf: (path: string) => LineHashes | undefined,
): Hashes {
  const { filePath, line, message } = finding;
  const M = short(message.replaceAll(/\d+/g, '0'));
  const lines = filePath === undefined ? undefined : linesOf(filePath);
  if (lines === undefined || line === undefined) return { L: '', C: '', M };
  return { L: lines.own(line), C: lines.context(line), M };
}

// A test that fails in another way is another finding, so no pass may match less than the whole.
function hashesOfTest(
  { filePath, testIdentity }: Identifiable,
  testId: string,
  short: (text: string) => string,
): Hashes {
  const { exception, frame } = testIdentity ?? {};
  const where = frame === undefined ? [] : [inside(filePath, frame.path), frame.symbol];
  const whole = short(JSON.stringify([inside(filePath, testId), exception ?? '', ...where]));
  return { L: whole, C: whole, M: whole };
}

// Test ids begin with the path of their file, which a rename would change.
function inside(filePath: string | undefined, text: string): string {
  return filePath !== undefined && text.startsWith(filePath) ? text.slice(filePath.length) : text;
}

function onceEach<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}
