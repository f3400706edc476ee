import type { BaselineUpdate } from './rules/findings/baseline-rules.ts';
import type { Baseline } from './rules/findings/baseline.ts';
import { countVerdicts } from './rules/findings/checked-engine.ts';
import { holdLine } from './rules/findings/hold-line.ts';
import { createOldLines } from './rules/findings/old-lines.ts';
import { signRules } from './rules/findings/signature.ts';
import type { BaselineInUse } from './rules/findings/trusted-baseline.ts';
import type { CheckedEngine } from '#model/check-report.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import { isBelow } from './rules/repository/roots.ts';
import { filterFindings } from './rules/scope/filter-findings.ts';
import { isOfInnerRun } from './rules/scope/inner-run.ts';
import type { Schedule } from './rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { Collected } from './collect-findings.ts';
import { readConfigParts } from './measure-change.ts';
import { splitLines, type TreeReader } from './name-findings.ts';
import type { Base } from './read-base.ts';

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
  const { outcome, degraded, sourceOf } = run;
  const signature = await signRun(deps, input, outcome.plan);
  const hash = (text: string): string => deps.hash.hex(text);
  const oldTexts = await readOldTexts(base, baseline.baseline);
  const { findings, fixed, held, update } = holdLine({
    findings: run.identified(),
    outcome,
    baseline: baseline.baseline,
    signature,
    inScope: (path) => coversPath(outcome.plan, input.schedule, path),
    tree: {
      ...base.changes,
      isChangedLine: base.isChangedLine,
      sourceOf,
      oldLine: createOldLines({ hash }, (path) => oldTexts.get(path)),
    },
  });
  const use = { ...baseline.use, entries: baseline.baseline.entries.length, held };
  const counts = countVerdicts(outcome, findings, fixed);
  return {
    checked: {
      outcome,
      degraded,
      baseline: use,
      counts,
      findings: [...findings],
      fixed: [...fixed],
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

/** Only of files that changed: in all others every line is where it was. */
async function readOldTexts(
  { changes, readFile }: Base,
  { entries }: Baseline,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = [...new Set(entries.map(({ path }) => path))].filter(
    (path) => changes.changed.has(path) || changes.renames.has(path),
  );
  const texts = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const));
  return new Map(
    texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, splitLines(text)]])),
  );
}
