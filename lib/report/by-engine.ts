import type { CheckedEngine, FixedEntry, ReportedFinding } from '#model/check-report.ts';

/** All that one engine says, over its modes and folders. */
export interface EngineSection {
  readonly engine: string;
  readonly checks: readonly CheckedEngine[];
  /** Of the checks that can be trusted; what several of them found stands here once. */
  readonly findings: readonly ReportedFinding[];
  readonly fixed: readonly FixedEntry[];
}

/** Puts the modes of an engine together, so that nothing is told twice. */
export function groupByEngine(checks: readonly CheckedEngine[]): readonly EngineSection[] {
  const groups = Map.groupBy(checks, ({ outcome }) => outcome.plan.engine);
  return [...groups].map(([engine, ofEngine]) => {
    const trusted = ofEngine.filter(({ outcome }) => outcome.error === null);
    return {
      engine,
      checks: ofEngine,
      findings: mergeEqualItems(
        trusted.map(({ findings }) => findings),
        findingName,
      ),
      fixed: mergeEqualItems(
        trusted.map(({ fixed }) => fixed),
        ({ path, rule, message }) => JSON.stringify([path, rule, message]),
      ),
    };
  });
}

/** Equal ones of two lists are the same one; equal ones inside a list are as many as there are. */
function mergeEqualItems<Item>(
  lists: readonly (readonly Item[])[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  const known = new Map<string, Item>();
  for (const list of lists) {
    const seen = new Map<string, number>();
    for (const item of list) {
      const name = nameOf(item);
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const key = `${nth} ${name}`;
      if (!known.has(key)) known.set(key, item);
    }
  }
  return [...known.values()];
}

function findingName(finding: ReportedFinding): string {
  const { filePath, line, column, symbol, kind, testId, message, status } = finding;
  return JSON.stringify([filePath, line, column, symbol, kind, testId, message, status]);
}
