import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { gatherFacts } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun, type Judgement } from '#check/rules/outcome/judge-run.ts';
import type { Engine, EngineReport, RunSpec, ToolOutput } from '#engines/contract.ts';
import type { ExecResult } from '#check/needs/processes.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { planOf, summaryOf } from './recorded.ts';

type Argv = readonly [string, ...string[]];

export interface RealRun {
  /** Absolute path of the repository in which it runs. */
  readonly folder: string;
  readonly program: Argv;
  readonly plan?: Partial<EnginePlan>;
  readonly action?: 'check' | 'fix';
  readonly wallMs?: number;
}

export interface RealResult extends EngineReport {
  readonly judgement: Judgement;
  /** category, then completeness, degraded and reason where there is something to say, then the number of findings. */
  readonly said: string;
  readonly output: ToolOutput;
}

const processes = createProcesses({ clock: systemClock, parentEnv: process.env });

const env = {
  CI: '1',
  FORCE_COLOR: '0',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
  // Rustup would fetch what a test says is missing.
  RUSTUP_AUTO_INSTALL: '0',
};

/** Runs the tool itself as the engine says, and judges what came of it. */
export async function runReal(engine: Engine, run: RealRun): Promise<RealResult> {
  const { folder, program, action = 'check', wallMs = 240_000 } = run;
  const { catalog, spec: specOf } = (action === 'fix' ? engine.fix : undefined) ?? engine.check;
  const [scratch, outputDir] = [await tempFolder(), await tempFolder()];
  const plan = planOf({ engine: engine.id, ...run.plan });
  const spec = specOf({ plan, scratch });
  const argv: Argv = [...program, ...spec.args];
  const result = await processes.run({
    argv,
    cwd: folder,
    inheritEnv: ['PATH', ...(engine.inherits === undefined ? [] : ['HOME', ...engine.inherits])],
    env: { ...env, ...spec.env, ...plan.env },
    outputDir,
    wallMs,
    maxOutputBytes: 2 ** 24,
    graceMs: 1_000,
  });
  const output = await outputOf(result, spec, folder);
  const report = engine.parse(output);
  const { stdout, stderr, reports } = output;
  const texts = { stdout, stderr, report: [...reports.values()].join('\n') };
  const facts = gatherFacts(
    { ending: result.exit, action, report: report.facts, argv, cwd: folder, texts },
    catalog,
  );
  const judgement = judgeEngineRun({ plan, facts, catalog });
  return { ...report, judgement, said: summaryOf(judgement), output };
}

/** Makes these files, and nothing else. */
export async function repositoryOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await tempFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

async function outputOf(
  { stdout, stderr }: ExecResult,
  { reports }: RunSpec,
  cwd: string,
): Promise<ToolOutput> {
  const written = new Map<string, string>();
  for (const [name, path] of Object.entries(reports)) {
    if (existsSync(path)) written.set(name, await readFile(path, 'utf8'));
  }
  return {
    stdout: await readFile(stdout.path, 'utf8'),
    stderr: await readFile(stderr.path, 'utf8'),
    reports: written,
    cwd,
  };
}
