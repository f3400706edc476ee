import type { BaselineUpdate } from './rules/findings/baseline-rules.ts';
import { countVerdicts } from './rules/findings/checked-engine.ts';
import { failsCheck } from './rules/findings/gate.ts';
import { holdLine } from './rules/findings/hold-line.ts';
import { findLineOrigins } from './rules/findings/line-origins.ts';
import { createOldLines } from './rules/findings/old-lines.ts';
import { signRules } from './rules/findings/signature.ts';
import type { BaselineInUse } from './rules/findings/trusted-baseline.ts';
import type { CheckedEngine, ReportedFinding } from '#model/check-report.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import { isBelow } from './rules/repository/roots.ts';
import { filterFindings } from './rules/scope/filter-findings.ts';
import { isOfInnerRun } from './rules/scope/inner-run.ts';
import type { Schedule } from './rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { Collected } from './collect-findings.ts';
import { readConfigParts } from './measure-change.ts';
import type { TreeReader } from './name-findings.ts';
import type { Base } from './read-base.ts';
import { readVersions } from './read-versions.ts';

export interface HoldInput {
  readonly repository: string;
  readonly facts: RepositoryFacts;
  readonly engines: ReadonlyMap<string, Engine>;
  readonly schedule: Schedule;
  readonly base: Base;
  readonly baseline: BaselineInUse;
}

export interface HeldRun {
  readonly checked: CheckedEngine;
  readonly signature: string;
  /** What the baseline becomes when it follows this run. */
  readonly update: BaselineUpdate;
  /** Whether the findings are new, in their order. */
  readonly isNew: readonly boolean[];
}

/** Compares one run with its baseline. */
export async function holdRun(
  deps: TreeReader,
  input: HoldInput,
  run: Collected,
): Promise<HeldRun> {
  const { base, baseline } = input;
  const { outcome, degraded, sourceOf, rawRef } = run;
  const signature = await signRun(deps, input, outcome.plan);
  const hash = (text: string): string => deps.hash.hex(text);
  const identified = run.identified();
  const { entries } = baseline.baseline;
  const compared = { repository: input.repository, base, entries, findings: run.findings };
  const versions = entries.length === 0 ? undefined : await readVersions(deps, compared);
  const line = holdLine({
    findings: identified,
    outcome,
    baseline: baseline.baseline,
    signature,
    inScope: (path) => coversPath(outcome.plan, input.schedule, path),
    tree: {
      ...base.changes,
      isChangedLine: base.isChangedLine,
      sourceOf,
      oldLine: createOldLines({ hash }, (path) => versions?.olds.get(path)),
      origins: versions && findLineOrigins({ hash }, versions),
    },
  });
  const { fixed, held, update } = line;
  const { gate } = outcome.plan;
  const fails = (one: ReportedFinding): boolean => failsCheck(gate, one, outcome.rawExit);
  const findings = line.findings.map((one) =>
    one.status === 'new' && !fails(one) ? { ...one, status: 'noted' as const } : one,
  );
  const use = { ...baseline.use, entries: entries.length, held };
  const counts = countVerdicts(outcome, findings, fixed);
  return {
    checked: {
      outcome,
      degraded,
      baseline: use,
      counts,
      findings: [...findings],
      fixed: [...fixed],
      ...(rawRef !== undefined && { rawRef }),
    },
    signature,
    update,
    isNew: findings.map(({ status }) => status === 'new'),
  };
}

async function signRun(deps: TreeReader, input: HoldInput, plan: EnginePlan): Promise<string> {
  const engine = input.engines.get(plan.engine);
  const parts = engine === undefined ? [] : await readConfigParts(deps.sources, input, engine);
  return signRules({ hash: (text) => deps.hash.hex(text) }, plan, parts);
}

/** Findings without a path come from a run on everything alone. */
function coversPath(plan: EnginePlan, { entries }: HoldInput['schedule'], path: string): boolean {
  if (path === '') return plan.mode === 'target' && plan.root === '.';
  const all = entries.map((entry) => entry.plan);
  if (!isBelow(path, plan.root) || isOfInnerRun(path, plan, all)) return false;
  return filterFindings([{ filePath: path }], plan).length > 0;
}
