import type { Finding } from '#model/finding.ts';
import { shortHash, type NativeHash } from '#base/hash.ts';
import { hashLines, type LineHashes } from './line-hashes.ts';
import { onceEach } from './once-each.ts';
import { isOfFile } from './test-names.ts';

/** What is the same about a finding wherever its line goes: no line number, column or severity. */
export interface FindingIdentity {
  readonly path: string;
  readonly rule: string;
  /** Of the text of its line. Empty when it has no line. */
  readonly L: string;
  /** Of its line between its neighbours. Empty when it has no line. */
  readonly C: string;
  /** Of its message, with all numbers taken as equal. */
  readonly M: string;
}

/** How a test fails. The id of the test is the finding's own. */
export interface TestIdentity {
  readonly exception?: string | undefined;
  /** Where it was raised, without a line number. */
  readonly frame?: { readonly path: string; readonly symbol: string } | undefined;
}

type IdentifyingField =
  | 'tool'
  | 'kind'
  | 'filePath'
  | 'line'
  | 'column'
  | 'symbol'
  | 'message'
  | 'testId';

/** The part of a finding that identity is made from. */
export interface Identifiable extends Pick<Finding, IdentifyingField> {
  readonly testIdentity?: TestIdentity | undefined;
}

export interface Identified<F extends Identifiable = Identifiable> {
  readonly finding: F;
  readonly identity: FindingIdentity;
}

/** The lines of a file, or nothing when it cannot be read. */
export type SourceOf = (path: string) => readonly string[] | undefined;

/** Says of each finding, in the order given, which one it is. */
export function identifyFindings<F extends Identifiable>(
  deps: { readonly hash: NativeHash },
  findings: readonly F[],
  sourceOf: SourceOf,
): readonly Identified<F>[] {
  const { linesOf, short } = createHashers(deps, sourceOf);
  return findings.map((finding) => {
    const { filePath, line, message } = finding;
    const place = identifyLine(finding, linesOf, short);
    // A test that fails in another way is another finding, so no pass may match less than the whole.
    if (finding.testId !== undefined) {
      return { finding, identity: { ...place, C: place.L, M: place.L } };
    }
    const lines = filePath === undefined || line === undefined ? undefined : linesOf(filePath);
    const C = line === undefined ? undefined : lines?.context(line);
    return {
      finding,
      identity: { ...place, C: C ?? '', M: short(message.replaceAll(/\d+/g, '0')) },
    };
  });
}

/** The part of an identity that a name needs, at a third of the price of all of it. */
type LineIdentity = Pick<FindingIdentity, 'path' | 'rule' | 'L'>;

/** Identifies the line of a finding. It remembers each line, so create one for each file. */
export function createLineIdentifier(
  deps: { readonly hash: NativeHash },
  sourceOf: SourceOf,
): (finding: Identifiable) => LineIdentity {
  const { linesOf, short } = createHashers(deps, sourceOf);
  return (finding) => identifyLine(finding, linesOf, short);
}

interface Hashers {
  readonly linesOf: (path: string) => LineHashes | undefined;
  readonly short: (text: string) => string;
}

function createHashers({ hash }: { readonly hash: NativeHash }, sourceOf: SourceOf): Hashers {
  return {
    linesOf: onceEach((path: string) => {
      const lines = sourceOf(path);
      return lines === undefined ? undefined : hashLines(hash, lines);
    }),
    short: onceEach((text: string) => shortHash(hash, text)),
  };
}

function identifyLine(
  finding: Identifiable,
  linesOf: Hashers['linesOf'],
  short: Hashers['short'],
): LineIdentity {
  const { filePath: path = '', line, symbol, kind, testId } = finding;
  const rule = symbol ?? kind;
  if (testId !== undefined) return { path, rule, L: short(describeTestFailure(finding, testId)) };
  const L = path === '' || line === undefined ? '' : (linesOf(path)?.own(line) ?? '');
  return { path, rule, L };
}

function describeTestFailure({ filePath, testIdentity }: Identifiable, testId: string): string {
  const { exception, frame } = testIdentity ?? {};
  const where = frame === undefined ? [] : [withoutOwnFile(filePath, frame.path), frame.symbol];
  return JSON.stringify([withoutOwnFile(filePath, testId), exception ?? '', ...where]);
}

// Test ids begin with the path of their file, which a rename would change. From a root further down that is its end.
function withoutOwnFile(filePath: string | undefined, text: string): string {
  const folders = filePath?.split('/') ?? [];
  const ends = folders.map((_, index) => folders.slice(index).join('/'));
  const own = ends.find((end) => isOfFile(text, end));
  return own === undefined ? text : text.slice(own.length);
}
