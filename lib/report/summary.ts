import type {
  CheckReport,
  ReportedFinding,
  VectorReport,
  CheckedEngine,
  FixedEntry,
} from '#model/check-report.ts';
import type { EngineError } from '#model/engine-error.ts';

type Component = VectorReport['components'][number];

/** What every report of a check tells, each thing once. */
export interface Summary {
  readonly engines: readonly EngineSection[];
  readonly fresh: readonly ReportedFinding[];
  readonly noted: readonly ReportedFinding[];
  readonly tolerated: number;
  readonly fixed: number;
  /** But for those that the merge base has too: these are told as notes. */
  readonly errors: readonly EngineError[];
  /** Engines that judged, but not as they were told to. */
  readonly degraded: readonly string[];
  /** Besides the findings, which are told one by one. */
  readonly worse: readonly Component[];
  readonly better: readonly Component[];
  /** How numbers went before, in a sentence for each of which more is known than the base. */
  readonly trends: readonly string[];
}

/** Counts over modes and engines; an engine that failed adds to no total. */
export function summarizeCheck({ engines: checks, vector }: CheckReport): Summary {
  const engines = groupByEngine(checks);
  const findings = engines.flatMap((one) => one.findings);
  const numbers = vector.components.filter(({ measures }) => measures.kind !== 'new-findings');
  const fresh = findings.filter(({ status }) => status === 'new');
  return {
    engines,
    fresh,
    noted: findings.filter(({ status }) => status === 'noted'),
    tolerated: findings.filter(({ status }) => status === 'tolerated').length,
    fixed: engines.reduce((sum, one) => sum + one.fixed.length, 0),
    errors: distinctErrors(
      checks.filter(isOwnResult).flatMap(({ outcome }) => outcome.error ?? []),
    ),
    degraded: engines
      .filter((one) => one.checks.some((check) => check.degraded && isOwnResult(check)))
      .map(({ engine }) => engine),
    worse: numbers.filter(({ result }) => result === 'worse'),
    better: numbers.filter(({ result }) => result === 'better'),
    trends: numbers.flatMap(describeTrend),
  };
}

/** The newest of those before; the report as data has them all. */
const mostTold = 8;

function describeTrend({ component, trend = [] }: Component): readonly string[] {
  const [now, ...before] = trend.map(({ value }) => value).toReversed();
  if (before.length < 2) return [];
  const told = before.slice(0, mostTold).toReversed();
  return [`${component}: ${told.join(', ')}, now ${now}`];
}

function isOwnResult({ sameAtBase }: CheckReport['engines'][number]): boolean {
  return sameAtBase === undefined;
}

/** A failed run on everything stands in what is derived from it too. */
function distinctErrors(errors: readonly EngineError[]): readonly EngineError[] {
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
}

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
