import type { CheckReport, ReportedFinding, VectorReport } from '#model/check-report.ts';
import type { EngineError } from '#model/engine-error.ts';
import { type EngineSection, groupByEngine } from './by-engine.ts';

type Component = VectorReport['components'][number];

/** What every report of a check tells, each thing once. */
export interface Summary {
  readonly engines: readonly EngineSection[];
  readonly fresh: readonly ReportedFinding[];
  readonly tolerated: number;
  readonly fixed: number;
  /** But for those that the merge base has too: these are told as notes. */
  readonly errors: readonly EngineError[];
  /** Engines that judged, but not as they were told to. */
  readonly degraded: readonly string[];
  /** Besides the findings, which are told one by one. */
  readonly worse: readonly Component[];
  readonly better: readonly Component[];
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
    tolerated: findings.length - fresh.length,
    fixed: engines.reduce((sum, one) => sum + one.fixed.length, 0),
    errors: distinctErrors(
      checks.filter(isOwnResult).flatMap(({ outcome }) => outcome.error ?? []),
    ),
    degraded: engines
      .filter((one) => one.checks.some((check) => check.degraded && isOwnResult(check)))
      .map(({ engine }) => engine),
    worse: numbers.filter(({ result }) => result === 'worse'),
    better: numbers.filter(({ result }) => result === 'better'),
  };
}

function isOwnResult({ sameAtBase }: CheckReport['engines'][number]): boolean {
  return sameAtBase === undefined;
}

/** A failed run on everything stands in what is derived from it too. */
function distinctErrors(errors: readonly EngineError[]): readonly EngineError[] {
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
}
