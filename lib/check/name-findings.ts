import { fingerprintFindings } from './rules/findings/fingerprint.ts';
import { type Identified, identifyFindings, type SourceOf } from './rules/findings/identity.ts';
import { onceEach } from './rules/findings/once-each.ts';
import { pathInRepository } from './rules/findings/place.ts';
import { excerptOutput } from '#base/excerpt.ts';
import type { Finding } from '#model/finding.ts';
import type { RunId } from '#model/ids.ts';
import type { RawFinding } from '#engines/contract.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { RepositoryReader } from './needs/repository.ts';
import { findingId } from '#model/ids.ts';

/** Reads the files of a tree and names what is in them. */
export interface TreeReader {
  readonly sources: RepositoryReader;
  readonly hash: Hash;
}

export interface FindingsToName {
  readonly engine: string;
  readonly findings: readonly RawFinding[];
  /** Folder in which the engine ran, absolute. */
  readonly cwd: string;
  readonly repository: string;
  /** The artifact that holds what the tool wrote. */
  readonly rawRef?: string | undefined;
  readonly runId: RunId;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Longer files are generated; their findings are distinguished by message alone. */
export const longestSource = 4 * 1024 * 1024;

export interface NamedFindings {
  readonly findings: readonly Finding[];
  /** The same with their identities, which are computed when they are first needed. */
  readonly identified: () => readonly Identified<Finding>[];
  /** The lines of a file that findings are in. */
  readonly sourceOf: SourceOf;
}

/** Gives every finding its path in the repository and a fingerprint that survives when its line moves. */
export async function nameFindings(
  deps: TreeReader,
  { engine, findings: raws, cwd, repository, runId, createdAt, rawRef }: FindingsToName,
): Promise<NamedFindings> {
  const placeOf = createPathLookup({ cwd, repository });
  const findings = raws.map((raw, index) => {
    const id = findingId.parse(`f${index + 1}`);
    const excerpt = index < mostExcerpts ? raw.excerpt : undefined;
    return createFinding(
      { id, runId, tool: engine, createdAt, rawRef },
      { ...raw, excerpt },
      placeOf(raw),
    );
  });
  const texts = await readTexts(deps.sources, repository, findings);
  const hash = (text: string): string => deps.hash.hex(text);
  const split: SourceOf = (path) => {
    const text = texts.get(path);
    return text === undefined ? undefined : splitLines(text);
  };
  const identifiable = raws.some(({ testIdentity }) => testIdentity !== undefined)
    ? findings.map((finding, index) => ({ ...finding, testIdentity: raws[index]?.testIdentity }))
    : findings;
  const names = fingerprintFindings({ hash, sourceOf: split }, identifiable);
  for (const [index, finding] of findings.entries()) finding.fingerprint = names[index] ?? '';
  const identified = (): readonly Identified<Finding>[] =>
    identifyFindings({ hash }, identifiable, split).flatMap(({ identity }, index) => {
      const finding = findings[index];
      return finding === undefined ? [] : [{ finding, identity }];
    });
  return { findings, identified, sourceOf: onceEach(split) };
}

type FindingOrigin = Pick<Finding, 'id' | 'runId' | 'tool' | 'createdAt' | 'rawRef'>;

interface TextedFinding extends Omit<RawFinding, 'excerpt'> {
  readonly excerpt: string | undefined;
}

// One shape for all of them: a property that is added later doubles the memory.
function createFinding(known: FindingOrigin, raw: TextedFinding, filePath: string | null): Finding {
  return {
    id: known.id,
    runId: known.runId,
    tool: known.tool,
    kind: raw.kind,
    severity: raw.severity,
    fingerprint: '',
    message: raw.message,
    filePath: filePath ?? undefined,
    line: raw.line ?? undefined,
    column: raw.column ?? undefined,
    symbol: raw.rule ?? undefined,
    testId: raw.testId,
    rawRef: known.rawRef,
    meta: describeMeta(raw),
    createdAt: known.createdAt,
  };
}

/** Where everything fails, the first tell why. */
const mostExcerpts = 200;

function describeMeta({
  fixable,
  unsafelyFixable = false,
  excerpt = '',
}: Pick<TextedFinding, 'excerpt' | 'fixable' | 'unsafelyFixable'>): Finding['meta'] {
  if (fixable === undefined && excerpt === '' && !unsafelyFixable) return undefined;
  return {
    ...(fixable !== undefined && { fixable }),
    ...(unsafelyFixable && { unsafelyFixable }),
    ...(excerpt !== '' && { excerpt: excerptOutput(excerpt) }),
  };
}

/** Thousands of findings lie in the same few files. */
function createPathLookup(folders: {
  readonly cwd: string;
  readonly repository: string;
}): (raw: RawFinding) => string | null {
  const known = new Map<string, string | null>();
  return ({ path }) => {
    if (path === null) return null;
    const before = known.get(path);
    if (before !== undefined) return before;
    const place = pathInRepository(path, folders);
    known.set(path, place);
    return place;
  };
}

async function readTexts(
  sources: RepositoryReader,
  repository: string,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set(findings.map(({ filePath }) => filePath))) {
    if (path === undefined) continue;
    const text = await sources.readText(`${repository}/${path}`, longestSource);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

export function splitLines(text: string): readonly string[] {
  return text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
}
