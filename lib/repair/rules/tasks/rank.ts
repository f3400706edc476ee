import { type Finding, type Severity, severity } from '#model/finding.ts';

/** How urgent a repair is: what hides other findings goes first. */
export interface Rank {
  readonly stage: Stage;
  readonly severity: Severity;
}

const stages = [
  'blocking',
  'collection',
  'types',
  'tests',
  'review',
  'lint',
  'coverage',
  'skips',
  'set_aside',
] as const;
type Stage = (typeof stages)[number];

const stageOfKind: ReadonlyMap<string, Stage> = new Map([
  ['config_error', 'blocking'],
  ['syntax_error', 'blocking'],
  ['type_error', 'types'],
  ['test_failure', 'tests'],
  ['test_warnings', 'tests'],
  ['coverage_gap', 'coverage'],
]);

/** The rank of the most urgent of these findings. */
export function rankFindings(findings: readonly Finding[]): Rank {
  const ranks = findings.map((one) => ({ stage: stageOf(one), severity: one.severity }));
  const [first] = ranks.toSorted((a, b) => priorityOf(a) - priorityOf(b));
  return first ?? { stage: 'lint', severity: 'low' };
}

/** 0 is the most urgent. */
export function priorityOf(rank: Rank): number {
  return stages.indexOf(rank.stage) * 1000 + severity.options.indexOf(rank.severity) * 100;
}

/** Whether repairing it may bring to light what could not be seen before. */
export function hidesOthers({ stage }: Rank): boolean {
  return stage === 'blocking' || stage === 'collection';
}

function stageOf({ kind, severity: weight }: Finding): Stage {
  const stage = stageOfKind.get(kind) ?? (weight === 'blocker' ? 'blocking' : 'lint');
  // A test file that cannot be loaded hides all of its tests.
  return stage === 'tests' && weight === 'blocker' ? 'collection' : stage;
}
