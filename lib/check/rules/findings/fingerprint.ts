import { createLineIdentifier, type Identifiable, type SourceOf } from './identity.ts';
import { shortHash, type NativeHash } from '#base/hash.ts';
import { onceEach } from './once-each.ts';
import { compareText } from '#base/order.ts';

interface FileNaming {
  readonly hash: NativeHash;
  readonly sourceOf: SourceOf;
}

/**
 * Names each finding, in the order given, for those who keep only one string. Findings of the same line
 * text are counted from the top of the file. A renamed file counts under its old path where that is given.
 */
export function fingerprintFindings(
  naming: FileNaming,
  findings: readonly Identifiable[],
  oldPaths: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const names = findings.map(() => '');
  // File by file, so that what is remembered of one is gone before the next.
  for (const [path, indexes] of indexesByPath(findings, oldPaths)) {
    const nameOf = createFindingNamer(naming, path);
    indexes.sort((a, b) => compareByLine(findings[a], findings[b]));
    for (const index of indexes) {
      const finding = findings[index];
      if (finding !== undefined) names[index] = nameOf(finding);
    }
  }
  return names;
}

function indexesByPath(
  findings: readonly Identifiable[],
  oldPaths: ReadonlyMap<string, string>,
): ReadonlyMap<string, number[]> {
  const byPath = new Map<string, number[]>();
  for (const [index, { filePath: path = '' }] of findings.entries()) {
    const counted = oldPaths.get(path) ?? path;
    const same = byPath.get(counted);
    if (same === undefined) byPath.set(counted, [index]);
    else same.push(index);
  }
  return byPath;
}

const scheme = 'rtchr1';

/** The names of one file, whose findings come from the top down. */
function createFindingNamer(
  { hash, sourceOf }: FileNaming,
  path: string,
): (finding: Identifiable) => string {
  const placeOf = createLineIdentifier({ hash }, sourceOf);
  const groupsOf = onceEach((tool: string) =>
    onceEach((rule: string) => createLineGroup(hash, [tool, rule, path])),
  );
  return (finding) => {
    const { rule, L } = placeOf(finding);
    const same = groupsOf(finding.tool)(rule)(L);
    same.count += 1;
    // Joined, because a template would keep all its parts.
    return [scheme, same.name, same.count].join(':');
  };
}

interface LineGroup {
  readonly name: string;
  count: number;
}

function createLineGroup(hash: NativeHash, place: readonly string[]): (L: string) => LineGroup {
  const start = JSON.stringify(place).slice(0, -1);
  return onceEach((L) => ({ name: shortHash(hash, `${start},"${L}"]`), count: 0 }));
}

function compareByLine(a: Identifiable | undefined, b: Identifiable | undefined): number {
  return (
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0) ||
    compareText(a?.message ?? '', b?.message ?? '')
  );
}
