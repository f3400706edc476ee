import type { EngineOutcome } from '#model/engine-outcome.ts';
import { gatherFacts } from './rules/outcome/gather-facts.ts';
import { judgeEngineRun } from './rules/outcome/judge-run.ts';
import { withJudgement } from './rules/outcome/reclassify.ts';
import type { RunFacts } from './rules/outcome/run-facts.ts';
import type { EngineReport, RawFinding, RunSpec, ToolOutput } from '#engines/contract.ts';
import type { Log } from '#base/needs/log.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import type { ExecResult } from './needs/processes.ts';
import type { Scratch } from './needs/scratch.ts';
import { readOutput, readPrinted, type ReadyEngine, runTool } from './run-tool.ts';

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
}

/** Runs the tool, reads its report and judges the run; the tool is asked for its version only where it is not known. */
export async function executeEngine(
  deps: EngineRunner,
  ready: ReadyEngine,
  version: string | null,
): Promise<EngineExecution> {
  const printed = await deps.scratch.create();
  const tool = await deps.scratch.create({ shared: true });
  try {
    const spec = buildRunSpec(ready, tool);
    const asked = version ?? askVersion(deps, ready, { spec, printed });
    const place = await prepareFolder(deps.scratch, ready, { spec, folder: `${tool}/repository` });
    const outputDir = `${printed}/check`;
    const running = runTool(deps, place, { spec, args: spec.args, outputDir });
    const [known, result] = await Promise.all([asked, running]);
    return await judgeResult(deps, ready, {
      spec,
      result,
      version: known,
      ranIn: place.repository,
    });
  } finally {
    await Promise.all([printed, tool].map((folder) => deps.scratch.remove(folder)));
  }
}

/** How the tool is called: its arguments, reports and environment. */
export function buildRunSpec({ engine, plan, python }: ReadyEngine, scratch: string): RunSpec {
  return engine.check.spec({ plan, scratch, ...(python !== undefined && { python }) });
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
  { spec, printed }: { readonly spec: RunSpec; readonly printed: string },
): Promise<string | null> {
  const { versionArgs: args, versionPattern } = ready.engine;
  if (args.length === 0) return null;
  const { stdout } = await runTool(deps, ready, { spec, args, outputDir: `${printed}/version` });
  return versionPattern.exec(await readPrinted(deps.scratch, stdout))?.[1] ?? null;
}

interface EndedRun {
  readonly spec: RunSpec;
  readonly result: ExecResult;
  readonly version: string | null;
  /** The repository, or the copy of it in which the tool ran. */
  readonly ranIn: string;
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
  const report = ready.engine.parse(
    endless ? { ...output, stdout: '', reports: new Map() } : output,
  );
  const judged = judgeReport(ready, { ...ended, output, report });
  warnOfTrouble(deps.log, judged.outcome);
  const { findings, tests, coverage } = report;
  return { ...judged, findings, tests, coverage };
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
  { engine, plan, program }: ReadyEngine,
  { spec, result, version, output, report }: ReportedRun,
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
  const judgement = judgeEngineRun({ plan, facts, catalog });
  const { durationMs } = result;
  const told = { schemaVersion: 1, plan, origin: 'run', toolVersion: version, durationMs } as const;
  return { outcome: withJudgement(told, judgement), facts, degraded: judgement.degraded };
}

function warnOfTrouble(log: Log, { plan, category, error, warnings }: EngineOutcome): void {
  const fields = { engine: plan.engine, mode: plan.mode, reason: error?.reason, warnings };
  if (category === 'tool_failure' || category === 'unknown') log.warn('engine failed', fields);
  else if (warnings.length > 0) log.warn('engine is not sure', fields);
}
