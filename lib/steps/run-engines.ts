import type { EngineOutcome } from '#domain/model/engine-outcome.ts';
import { gatherFacts } from '#domain/outcome/gather-facts.ts';
import { judgeRun } from '#domain/outcome/judge-run.ts';
import { withJudgement } from '#domain/outcome/reclassify.ts';
import type { Ending, RunFacts } from '#domain/outcome/run-facts.ts';
import type { Schedule, Scheduled } from '#domain/scope/schedule.ts';
import type { Engine, EngineReport, RawFinding, RunSpec, ToolOutput } from '#engines/contract.ts';
import type { Clock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { ExecResult, Processes } from '#ports/processes.ts';
import type { Scratch } from '#ports/scratch.ts';

export interface RunEnginesDeps {
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
}

export interface RunEnginesInput {
  /** Absolute path of the repository. */
  readonly repository: string;
  readonly schedule: Schedule;
  readonly engines: ReadonlyMap<string, Engine>;
  /** The program of an engine in one root, without arguments. */
  readonly programOf: (engine: Engine, root: string) => readonly [string, ...string[]];
  readonly timeoutOf: (engine: string) => number;
  /** How many run at once. */
  readonly parallel: number;
  readonly signal?: AbortSignal;
}

export interface EngineRun {
  readonly scheduled: Scheduled;
  readonly outcome: EngineOutcome;
  /** What the outcome rests on, so that it can be judged again. */
  readonly facts: RunFacts;
  /** It judged, but not as it was told to. */
  readonly degraded: boolean;
  readonly findings: readonly RawFinding[];
  /** Folder in which it ran, absolute: relative paths of findings begin there. */
  readonly cwd: string;
}

/** A tool that writes more than this has lost its way. */
const maxOutputBytes = 256 * 1024 * 1024;

/** What every engine sees of the caller's environment, and what is set so that all answer alike. */
const inherited = ['HOME', 'LANG', 'PATH', 'SSL_CERT_FILE', 'TMPDIR', 'USER', 'VIRTUAL_ENV'];
const fixedEnv = {
  CI: '1',
  FORCE_COLOR: '0',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
};

/** Executes what is scheduled to run, several at once; what one engine does changes nothing for another. */
export async function runEngines(
  deps: RunEnginesDeps,
  input: RunEnginesInput,
): Promise<readonly EngineRun[]> {
  const waiting = input.schedule.entries.filter(({ how }) => how === 'run');
  const queue = [...waiting];
  const done: EngineRun[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      done.push(await runOne(deps, input, next));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, input.parallel) }, work));
  return waiting.flatMap((scheduled) => done.filter((run) => run.scheduled === scheduled));
}

async function runOne(
  deps: RunEnginesDeps,
  input: RunEnginesInput,
  scheduled: Scheduled,
): Promise<EngineRun> {
  const engine = input.engines.get(scheduled.engine);
  if (engine === undefined) throw new Error(`No engine ${scheduled.engine} to run`);
  const [output, tool] = [await deps.scratch.create(), await deps.scratch.create()];
  try {
    return await execute(deps, input, { scheduled, engine, output, tool });
  } finally {
    await Promise.all([output, tool].map((folder) => deps.scratch.remove(folder)));
  }
}

interface Execution {
  readonly scheduled: Scheduled;
  readonly engine: Engine;
  /** Scratch folders: for what it prints, and for what it writes itself. */
  readonly output: string;
  readonly tool: string;
}

async function execute(
  deps: RunEnginesDeps,
  input: RunEnginesInput,
  { scheduled, engine, output: printed, tool }: Execution,
): Promise<EngineRun> {
  const { plan } = scheduled;
  const cwd = plan.root === '.' ? input.repository : `${input.repository}/${plan.root}`;
  const program = input.programOf(engine, plan.root);
  const spec = engine.check.spec({ plan, scratch: tool });
  const run = (args: readonly string[], outputDir: string): Promise<ExecResult> =>
    deps.processes.run(
      {
        argv: [...program, ...args],
        cwd,
        inheritEnv: inherited,
        env: { ...fixedEnv, ...spec.env, ...plan.env },
        outputDir: `${printed}/${outputDir}`,
        wallMs: input.timeoutOf(engine.id),
        maxOutputBytes,
        graceMs: 5_000,
      },
      input.signal,
    );
  const [version, result] = await Promise.all([
    run(engine.versionArgs, 'version').then((asked) => readVersion(deps, engine, asked)),
    run(spec.args, 'check'),
  ]);
  const output = await readOutput(deps, { result, spec, cwd });
  const report = engine.parse(output);
  const argv = [...program, ...spec.args];
  const judged = judge({ engine, scheduled, result, output, report, argv, version });
  warn(deps.log, judged.outcome);
  return { scheduled, ...judged, findings: report.findings, cwd };
}

interface Judged {
  readonly engine: Engine;
  readonly scheduled: Scheduled;
  readonly result: ExecResult;
  readonly output: ToolOutput;
  readonly report: EngineReport;
  readonly argv: readonly string[];
  readonly version: string | null;
}

function judge(judged: Judged): Pick<EngineRun, 'outcome' | 'facts' | 'degraded'> {
  const { engine, scheduled, result, output, report, argv, version } = judged;
  const { catalog } = engine.check;
  const { stdout, stderr, reports, cwd } = output;
  // Probes look for what a report says wherever the tool writes it.
  const texts = { stdout, stderr, report: [...reports.values()].join('\n') };
  const ending: Ending = result.exit;
  const facts = gatherFacts(
    { ending, action: 'check', report: report.facts, argv, cwd, texts },
    catalog,
  );
  const judgement = judgeRun({ plan: scheduled.plan, facts, catalog });
  const outcome = withJudgement(
    {
      schemaVersion: 1,
      plan: scheduled.plan,
      origin: 'run',
      toolVersion: version,
      durationMs: result.durationMs,
    },
    judgement,
  );
  return { outcome, facts, degraded: judgement.degraded };
}

async function readOutput(
  { scratch }: RunEnginesDeps,
  { result, spec, cwd }: { result: ExecResult; spec: RunSpec; cwd: string },
): Promise<ToolOutput> {
  const read = async (path: string): Promise<string | undefined> =>
    scratch.read(path, maxOutputBytes);
  const reports = new Map<string, string>();
  for (const [name, path] of Object.entries(spec.reports)) {
    const text = await read(path);
    if (text !== undefined) reports.set(name, text);
  }
  const stdout = (await read(result.stdout.path)) ?? '';
  const stderr = (await read(result.stderr.path)) ?? '';
  return { stdout, stderr, reports, cwd };
}

async function readVersion(
  { scratch }: RunEnginesDeps,
  engine: Engine,
  { stdout }: ExecResult,
): Promise<string | null> {
  const text = (await scratch.read(stdout.path, maxOutputBytes)) ?? '';
  return engine.versionPattern.exec(text)?.[1] ?? null;
}

function warn(log: Log, { plan, category, error, warnings }: EngineOutcome): void {
  const fields = { engine: plan.engine, mode: plan.mode, reason: error?.reason, warnings };
  if (category === 'tool_failure' || category === 'unknown') log.warn('engine failed', fields);
  else if (warnings.length > 0) log.warn('engine is not sure', fields);
}
