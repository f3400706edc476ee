import type { TestEvidence } from '#model/test-evidence.ts';
import type { Rejection } from '../verdict/rejection.ts';

export interface GatheredEvidence {
  readonly reasons: readonly Rejection[];
  readonly warnings: readonly Rejection[];
  /** Absent: no runner could be looked into. */
  readonly evidence?: TestEvidence;
}

/** That of all runners of a change. */
export function joinEvidence(all: readonly GatheredEvidence[]): GatheredEvidence {
  const [first, ...others] = all.flatMap(({ evidence }) => evidence ?? []);
  return {
    reasons: all.flatMap(({ reasons }) => reasons),
    warnings: all.flatMap(({ warnings }) => warnings),
    ...(first !== undefined && { evidence: others.reduce(addEvidence, first) }),
  };
}

function addEvidence(one: TestEvidence, other: TestEvidence): TestEvidence {
  const verdict = one.verdict === 'nothing_decided' ? other.verdict : one.verdict;
  return {
    verdict,
    canaries: one.canaries + other.canaries,
    mutants: {
      tried: one.mutants.tried + other.mutants.tried,
      killed: one.mutants.killed + other.mutants.killed,
    },
    runners: [...new Set([...(one.runners ?? []), ...(other.runners ?? [])])],
    lines: (one.lines ?? 0) + (other.lines ?? 0),
    outside: one.outside === 'held' ? other.outside : one.outside,
    tookMs: {
      all: one.tookMs.all + other.tookMs.all,
      canaries: one.tookMs.canaries + other.tookMs.canaries,
    },
    expectations: [...one.expectations, ...other.expectations],
  };
}
