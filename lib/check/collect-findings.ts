import { pathInRepository } from './rules/findings/place.ts';
import {
  compareNumber,
  type ComparedNumber,
  type NumbersAtBase,
  worseNumber,
} from './rules/findings/numbers.ts';
import { type CollectedTest, testInRepository } from './rules/findings/test-names.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import { keepWritten } from './keep-evidence.ts';
import { maskFolderInName, maskFolder } from './rules/outcome/movable.ts';
import { withFewerFindings } from './rules/outcome/derived-outcome.ts';
import { isOfInnerRun } from './rules/scope/inner-run.ts';
import type { Scheduled } from './rules/scope/schedule.ts';
import type { FileCoverage, RawFinding } from '#engines/contract.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import { holdResults, judgeInSealed } from './judge-in-sealed.ts';
import { nameFindings, type NamedFindings, type TreeReader } from './name-findings.ts';
import type { ChangedLines } from './read-base.ts';
import { type EngineRun, runEngines, type RunEnginesInput } from './run-engines.ts';
import { describeUncovered, findUncoveredLines } from './rules/findings/uncovered-lines.ts';

/** The result of one engine run; every finding has its path in the repository and a fingerprint. */
export interface Collected extends NamedFindings {
  readonly scheduled: Scheduled;
  readonly outcome: EngineOutcome;
  /** It judged, but not as configured. */
  readonly degraded: boolean;
  /** By their names in the repository; null: it collects none. */
  readonly tests: readonly CollectedTest[] | null;
  readonly coverage: BaselineSnapshot['coverage'];
  /** The name under which what the tool wrote is kept; undefined: it is not. */
  readonly rawRef: string | undefined;
  /** What it measured, held against the base; null: it measures nothing. */
  readonly numbers: readonly ComparedNumber[] | null;
}

/** Reads which lines the change touched; called only when coverage was measured. */
export type ReadLines = () => Promise<ChangedLines>;

type CollectingServices = EngineRunner & TreeReader & { readonly ids: Pick<Ids, 'runId'> };

/** Runs what is scheduled to run and reads what it found. */
export async function collectFindings(
  deps: CollectingServices,
  input: RunEnginesInput,
  readLines: ReadLines,
): Promise<readonly Collected[]> {
  const { environment } = input;
  if (environment === undefined) return collectOnce(deps, input, readLines);
  const { cache, keep } = holdResults(deps.cache);
  const judged = await judgeInSealed(environment, () =>
    collectOnce({ ...deps, cache }, input, readLines),
  );
  const { result, changed } = judged;
  if (changed !== undefined) return result.map((one) => withoutResult(one, changed));
  await keep();
  return result;
}

async function collectOnce(
  deps: CollectingServices,
  input: RunEnginesInput,
  readLines: ReadLines,
): Promise<readonly Collected[]> {
  const runs = await runEngines(deps, input);
  const lines = runs.some(({ coverage }) => coverage !== undefined) ? await readLines() : noLines;
  const runId = deps.ids.runId();
  const collected: Collected[] = [];
  for (const one of runs) {
    const { repository } = input;
    const run = maskRepositoryFolder(one, repository);
    const { scheduled, cwd, degraded, tests } = run;
    const plans = input.schedule.entries.map(({ plan }) => plan);
    const isOthers = (file: string): boolean =>
      isOfInnerRun(file, scheduled.plan, plans) || input.isExcluded?.(file) === true;
    const coverage = ownCoverage(run, repository, isOthers);
    const gaps = reportUncoveredLines(repository, coverage ?? [], lines);
    const own = run.findings.filter(({ path }) => {
      const file = path === null ? null : pathInRepository(path, { repository, cwd });
      return file === null || !isOthers(file);
    });
    const fewer = own.length < run.findings.length;
    const numbers = await compareNumbers(run, input.numbersAtBase);
    const worse = (numbers ?? []).filter(({ isBeyond }) => isBeyond).map(reportWorse);
    const all = [...own, ...gaps, ...worse];
    const { engine } = scheduled;
    const rawRef = await keepWritten(input.evidence, scheduled.plan, run);
    const named = await nameFindings(deps, {
      rawRef,
      engine,
      findings: all,
      cwd,
      repository,
      runId,
      createdAt: deps.clock.now(),
    });
    collected.push({
      ...named,
      scheduled,
      degraded,
      numbers,
      rawRef,
      outcome: addOwnFindings(
        fewer ? withFewerFindings(run.outcome, own.length) : run.outcome,
        gaps.length + worse.length,
      ),
      // Two roots may have tests of the same names.
      tests: tests?.map((test) => testInRepository(test, scheduled.plan.root)) ?? null,
      coverage: coverage === undefined ? null : countCoveredLines(coverage),
    });
  }
  return collected;
}

/** What was found with an environment that was changed meanwhile says nothing. */
function withoutResult(collected: Collected, why: string): Collected {
  const { outcome } = collected;
  const { engine, mode } = outcome.plan;
  const error = { engine, mode, reason: 'ENVIRONMENT_CHANGED', message: why } as const;
  const { argv, rawExit: exitCode, signal } = outcome;
  return {
    ...collected,
    tests: collected.tests === null ? null : [],
    coverage: null,
    numbers: null,
    findings: [],
    identified: () => [],
    outcome: {
      ...outcome,
      category: 'tool_failure',
      exit: exitCode,
      findings: 0,
      completeness: { kind: 'none', reason: why },
      warnings: [why],
      error: { ...error, argv: [...argv], exitCode, signal, cwd: '.', stderrExcerpt: '' },
    },
  };
}

/** Against nothing where the run cannot be relied on. */
async function compareNumbers(
  { numbers, outcome, scheduled }: EngineRun,
  atBase: NumbersAtBase | undefined,
): Promise<readonly ComparedNumber[] | null> {
  if (numbers === undefined || outcome.error !== null) return null;
  const known = await atBase?.(scheduled.engine);
  return numbers.map((number) => compareNumber(number, known?.atBase, known?.earlier));
}

function reportWorse({ number, sentence }: ComparedNumber): RawFinding {
  return {
    kind: worseNumber,
    severity: 'medium',
    rule: number.name,
    message: sentence,
    path: null,
    line: null,
    column: null,
  };
}

/** Tests may be named after files, and messages name them: in another copy of the same tree they must be the same. */
function maskRepositoryFolder(run: EngineRun, folder: string): EngineRun {
  const nameOf = (name: string): string => maskFolderInName(name, folder);
  return {
    ...run,
    tests: run.tests?.map((test) => ({
      ...test,
      id: nameOf(test.id),
      ...(test.file !== undefined && { file: nameOf(test.file) }),
    })),
    findings: run.findings.map((finding) => ({
      ...finding,
      message: maskFolder(finding.message, folder),
      ...(finding.excerpt !== undefined && { excerpt: maskFolder(finding.excerpt, folder) }),
      ...(finding.testId !== undefined && { testId: nameOf(finding.testId) }),
    })),
  };
}

const noLines: ChangedLines = { isChangedLine: () => false };

/** With paths of the repository, without the files that a run in a nested root covers, or that are excluded. */
function ownCoverage(
  { coverage, cwd }: EngineRun,
  repository: string,
  isOthers: (path: string) => boolean,
): readonly FileCoverage[] | undefined {
  return coverage?.flatMap((file) => {
    const path = pathInRepository(file.path, { repository, cwd });
    return path === null || isOthers(path) ? [] : [{ ...file, path }];
  });
}

function addOwnFindings(outcome: EngineOutcome, added: number): EngineOutcome {
  if (added === 0 || outcome.error !== null) return outcome;
  const { rawExit: exit, findings } = outcome;
  return { ...outcome, category: 'diagnostic', exit, findings: findings + added };
}

function countCoveredLines(coverage: readonly FileCoverage[]): NonNullable<Collected['coverage']> {
  return Object.fromEntries(coverage.map(({ path, covered, total }) => [path, { covered, total }]));
}

/** Lines that the change added and that no test reaches: an engine cannot name them, for it knows no change. */
export function reportUncoveredLines(
  repository: string,
  coverage: readonly Pick<FileCoverage, 'path' | 'uncovered'>[],
  { isChangedLine }: ChangedLines,
): readonly RawFinding[] {
  return findUncoveredLines(coverage, isChangedLine).map((lines) => ({
    kind: 'coverage_gap',
    severity: 'medium',
    rule: 'uncovered-lines',
    message: describeUncovered(lines),
    path: `${repository}/${lines.path}`,
    line: lines.first,
    column: null,
  }));
}
