import type { EngineOutcome } from '#model/engine-outcome.ts';
import { boundEvidence, type WrittenEvidence } from './rules/outcome/evidence.ts';
import { gatherFacts } from './rules/outcome/gather-facts.ts';
import { judgeEngineRun } from './rules/outcome/judge-run.ts';
import { withJudgement } from './rules/outcome/reclassify.ts';
import { refuseTooOld } from './rules/outcome/supported-version.ts';
import type { RunFacts } from './rules/outcome/run-facts.ts';
import type {
  EngineReport,
  RawFinding,
  RunSpec,
  SpecInput,
  ToolOutput,
} from '#engines/contract.ts';
import type { Log } from '#base/needs/log.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import type { ExecResult } from './needs/processes.ts';
import type { Scratch } from './needs/scratch.ts';
import { countListedExit } from './listed-exit.ts';
import {
  readOutput,
  readPrinted,
  type ReadyEngine,
  runTool,
  type ToolStart,
  unstartedResult,
} from './run-tool.ts';

/** What one run gave. */
export interface EngineExecution {
  readonly outcome: EngineOutcome;
  /** What the outcome rests on, so that it can be judged again. */
  readonly facts: RunFacts;
  /** It judged, but not as configured. */
  readonly degraded: boolean;
  readonly findings: readonly RawFinding[];
  readonly tests?: EngineReport['tests'] | undefined;
  readonly coverage?: EngineReport['coverage'] | undefined;
  readonly numbers?: EngineReport['numbers'] | undefined;
  /** What the tool wrote; absent: it did not run now. */
  readonly written?: WrittenEvidence | undefined;
  /** What it wrote when it found what is known from before. */
  readonly before?: WrittenBefore | undefined;
}

interface WrittenBefore {
  /** Under which it would be kept. */
  readonly name: string;
  readonly read: () => Promise<WrittenEvidence | undefined>;
}

/** Engines that one run serves, with the versions that are known: the program is that of the last. */
type ServedEngines = readonly [ServedEngine, ...ServedEngine[]];

interface ServedEngine {
  readonly ready: ReadyEngine;
  readonly version: string | null;
}

/** Runs the tool, reads its reports and judges the run for each engine; a tool is asked for its version only where it is not known. */
export async function executeEngines(
  deps: EngineRunner,
  given: ServedEngines,
): Promise<readonly [EngineExecution, ...EngineExecution[]]> {
  const printed = await deps.scratch.create();
  const tool = await deps.scratch.create({ shared: true });
  try {
    const served = await knowVersions(deps, given, { tool, printed });
    const spec = joinRunSpecs(served, tool);
    const ready = startedEngine(served);
    const [tooOld] = served.flatMap((one) => refuseTooOld({ ...one.ready.engine, ...one }) ?? []);
    const asked = served.map(async ({ ready: one, version }, index) =>
      // Those that were asked before do not say it.
      one.engine.versions === undefined
        ? (version ?? askVersion(deps, one, { spec, outputDir: `${printed}/version-${index}` }))
        : version,
    );
    const folder = `${tool}/repository`;
    const place = await prepareFolder(deps.scratch, ready, { spec, folder });
    const running =
      tooOld === undefined
        ? runWithReports(deps, place, { spec, printed })
        : unstartedResult(`${printed}/check`, tooOld);
    const [result, ...versions] = await Promise.all([running, ...asked]);
    const ended = { spec, result, ranIn: place.repository, program: ready.program };
    const judge = (one: ServedEngine, index: number) =>
      judgeResult(deps, one.ready, { ...ended, version: versions[index] ?? null });
    const [first, ...others] = served;
    const judged = others.map((one, index) => judge(one, index + 1));
    return [await judge(first, 0), ...(await Promise.all(judged))];
  } finally {
    await Promise.all([printed, tool].map((folder) => deps.scratch.remove(folder)));
  }
}

/** A version may decide how a tool is started; that of a command of the user's own decides nothing. */
async function knowVersions(
  deps: EngineRunner,
  [first, ...others]: ServedEngines,
  { tool, printed }: { readonly tool: string; readonly printed: string },
): Promise<ServedEngines> {
  const know = async ({ ready, version: known }: ServedEngine): Promise<ServedEngine> => {
    if (ready.engine.versions === undefined) return { ready, version: known };
    const spec = buildRunSpec(ready, tool);
    const outputDir = `${printed}/version-of-${ready.engine.id}`;
    const version = known ?? (await askVersion(deps, ready, { spec, outputDir }));
    return { ready: { ...ready, version }, version };
  };
  return [await know(first), ...(await Promise.all(others.map(know)))];
}

function joinRunSpecs([first, ...others]: ServedEngines, scratch: string): RunSpec {
  return others.reduce(
    (run, { ready }) => ready.engine.joins?.spec(specInput(ready, scratch), run) ?? run,
    buildRunSpec(first.ready, scratch),
  );
}

/** It may take as long as any of them. */
function startedEngine(served: ServedEngines): ReadyEngine {
  const { ready } = served.at(-1) ?? served[0];
  return { ...ready, timeoutMs: Math.max(...served.map((one) => one.ready.timeoutMs)) };
}

async function runWithReports(
  deps: EngineRunner,
  place: ReadyEngine,
  { spec, printed }: { readonly spec: RunSpec; readonly printed: string },
): Promise<ExecResult> {
  const result = await runTool(deps, place, {
    spec,
    args: spec.args,
    outputDir: `${printed}/check`,
  });
  for (const [index, args] of (spec.afterwards ?? []).entries()) {
    await runTool(deps, place, { spec, args, outputDir: `${printed}/afterwards-${index}` });
  }
  return result;
}

/** How the tool is called: its arguments, reports and environment. */
export function buildRunSpec(ready: ReadyEngine, scratch: string): RunSpec {
  return ready.engine.check.spec(specInput(ready, scratch));
}

function specInput({ plan, python, kept, version }: ReadyEngine, scratch: string): SpecInput {
  return { plan, scratch, kept, version, ...(python !== undefined && { python }) };
}

/** Where the tool runs: in the repository, or in a copy of it. */
async function prepareFolder(
  scratch: Scratch,
  ready: ReadyEngine,
  { spec: { copies }, folder }: { readonly spec: RunSpec; readonly folder: string },
): Promise<ReadyEngine> {
  if (copies === undefined) return ready;
  const { repository, cwd } = ready;
  await scratch.mirror(repository, folder, copies);
  return { ...ready, repository: folder, cwd: `${folder}${cwd.slice(repository.length)}` };
}

async function askVersion(
  deps: EngineRunner,
  ready: ReadyEngine,
  start: Omit<ToolStart, 'args'>,
): Promise<string | null> {
  const { versionArgs: args, versionPattern } = ready.engine;
  if (args.length === 0) return null;
  const { stdout, stderr } = await runTool(deps, ready, { ...start, args });
  // Some tell it on their standard error.
  const told = [stdout, stderr].map(async (one) => readPrinted(deps.scratch, one));
  return versionPattern.exec((await Promise.all(told)).join('\n'))?.[1] ?? null;
}

interface EndedRun {
  readonly spec: RunSpec;
  readonly result: ExecResult;
  readonly version: string | null;
  /** The repository, or the copy of it in which the tool ran. */
  readonly ranIn: string;
  /** What was started. */
  readonly program: ReadyEngine['program'];
}

async function judgeResult(
  deps: EngineRunner,
  ready: ReadyEngine,
  ended: EndedRun,
): Promise<EngineExecution> {
  const { spec, result, ranIn } = ended;
  const written = await readOutput(deps.scratch, { ...ready, result, spec });
  const output =
    ranIn === ready.repository ? written : renameFolderIn(ready.repository, ranIn, written);
  // It was stopped for its length, so nothing in it counts, and to read it all would take very long.
  const endless = result.exit.kind === 'overflowed';
  const { title, check, parse } = ready.engine;
  const read = parse(
    endless ? { ...output, stdout: '', reports: new Map() } : { ...output, version: ended.version },
  );
  const report = countListedExit(read, { title, catalog: check.catalog, exit: result.exit });
  const judged = judgeReport(ready, { ...ended, output, report });
  warnOfTrouble(deps.log, judged.outcome);
  const { findings, tests, coverage, numbers } = report;
  return { ...judged, findings, tests, coverage, numbers, written: boundEvidence(output) };
}

/** What was said of a copy, said of the repository. */
function renameFolderIn(repository: string, copy: string, output: ToolOutput): ToolOutput {
  const moved = (text: string): string => text.replaceAll(copy, () => repository);
  const reports = [...output.reports].map(([name, text]) => [name, moved(text)] as const);
  return {
    ...output,
    stdout: moved(output.stdout),
    stderr: moved(output.stderr),
    reports: new Map(reports),
  };
}

interface ReportedRun extends EndedRun {
  readonly output: ToolOutput;
  readonly report: EngineReport;
}

function judgeReport(
  { engine, plan, isPinned }: ReadyEngine,
  { spec, result, version, output, report, program }: ReportedRun,
): Pick<EngineExecution, 'outcome' | 'facts' | 'degraded'> {
  const { catalog } = engine.check;
  const { stdout, stderr, reports, cwd } = output;
  // Probes look for what a report says wherever the tool writes it.
  const texts = { stdout, stderr, report: [...reports.values()].join('\n') };
  const argv = [...program, ...spec.args];
  const facts = gatherFacts(
    { ending: result.exit, action: 'check', report: report.facts, argv, cwd, texts },
    catalog,
  );
  const judgement = judgeEngineRun({ plan, facts, catalog, tool: { ...engine, version } });
  const { durationMs } = result;
  const told = {
    schemaVersion: 1,
    plan,
    origin: 'run',
    toolVersion: version,
    durationMs,
    ...(isPinned === true && { pinned: true as const }),
  } as const;
  return { outcome: withJudgement(told, judgement), facts, degraded: judgement.degraded };
}

function warnOfTrouble(log: Log, { plan, category, error, warnings }: EngineOutcome): void {
  const fields = { engine: plan.engine, mode: plan.mode, reason: error?.reason, warnings };
  if (category === 'tool_failure' || category === 'unknown') log.warn('engine failed', fields);
  else if (warnings.length > 0) log.warn('engine is not sure', fields);
}
