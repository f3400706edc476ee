import { withoutEscapes } from '#base/excerpt.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Engine, RunSpec, ToolOutput } from '#engines/contract.ts';
import type { ToolRunner } from './needs/engine-host.ts';
import { notInstalledCode } from './rules/outcome/supported-version.ts';
import { isolateTool, type ToolMachine } from './isolate-tool.ts';
import type { CapturedOutput, ExecResult } from './needs/processes.ts';
import type { Scratch } from './needs/scratch.ts';

/** One engine with all that its run needs. */
export interface ReadyEngine {
  readonly engine: Engine;
  readonly plan: EnginePlan;
  /** Absolute path of the repository. */
  readonly repository: string;
  /** Where what the code needs is installed, absolute; absent: in the repository. */
  readonly installedIn?: string | undefined;
  /** Folder in which it runs, absolute. */
  readonly cwd: string;
  readonly program: readonly [string, ...string[]];
  /** The interpreter whose packages the code sees. */
  readonly python: string | undefined;
  /** What its environment says of the root it runs in. */
  readonly variables: Readonly<Record<string, string>>;
  /** It is a tool of the operator's own. */
  readonly isPinned?: boolean;
  /** Absent: nothing is known of it. */
  readonly machine?: ToolMachine | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Why it is not installed, and what mends that. */
  readonly missing?: string | undefined;
  /** A folder of what the tool kept of earlier runs, absolute. */
  readonly kept?: string;
  /** The version of the tool, where it is known. */
  readonly version?: string | null;
}

export interface ToolStart {
  readonly spec: RunSpec;
  readonly args: readonly string[];
  /** Where its output goes. */
  readonly outputDir: string;
}

/** A tool that writes more than this has lost its way. */
const maxOutputBytes = 256 * 1024 * 1024;

/** What every program sees of the caller's environment, and what is set so that all answer alike. */
export const inherited = [
  'HOME',
  'LANG',
  'NODE_EXTRA_CA_CERTS',
  'PATH',
  'REQUESTS_CA_BUNDLE',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TMPDIR',
  'USER',
];
export const fixedEnv = {
  CI: '1',
  FORCE_COLOR: '0',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
};

/** Tests see how the caller's system is set up, and nothing that could be a key. */
const inheritedByTests = [
  ...inherited,
  'CI',
  'DISPLAY',
  'LC_ALL',
  'LC_CTYPE',
  'LC_MESSAGES',
  'LC_NUMERIC',
  'LC_TIME',
  'LOGNAME',
  'SHELL',
  'TERM',
  'TZ',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
];

/** Of what tests see, only this is ours: a check changes no file. */
const fixedForTests = { PYTHONDONTWRITEBYTECODE: '1' };

type EngineKind = Pick<Engine, 'inherits' | 'runsTests' | 'scope'> | undefined;

/** Names of the variables that a program of this engine has from the caller; without an engine it runs no tests. */
export function inheritedNamesFor(
  engine: EngineKind,
  { pass = [] }: Pick<EnginePlan, 'pass'> = {},
): readonly string[] {
  const all = runsTests(engine) ? inheritedByTests : inherited;
  return [...all, ...(engine?.inherits ?? []), ...pass];
}

/** What is set for every program of this engine. */
export function fixedEnvFor(engine: EngineKind): Readonly<Record<string, string>> {
  return runsTests(engine) ? fixedForTests : fixedEnv;
}

/** Whether it starts code of the project. */
export function runsTests(engine: EngineKind): boolean {
  return engine?.scope === 'tests' || engine?.runsTests === true;
}

/** What the environment says of one root of the repository, when its code lies in this folder. */
export type VariablesOf = (root: string, folder: string) => Readonly<Record<string, string>>;

/** The environment of a tool; our PYTHONPATH goes before the configured one. */
export function buildToolEnvironment(
  engine: EngineKind,
  variables: Readonly<Record<string, string>>,
  ...told: readonly Readonly<Record<string, string>>[]
): Readonly<Record<string, string>> {
  const own: Readonly<Record<string, string>> = Object.assign({}, ...told);
  const all = { ...fixedEnvFor(engine), ...variables, ...own };
  const [ours, theirs] = [variables['PYTHONPATH'], own['PYTHONPATH']];
  if (ours === undefined || theirs === undefined) return all;
  return { ...all, PYTHONPATH: [...new Set(`${ours}:${theirs}`.split(':'))].join(':') };
}

/** Starts the tool and waits for its end. */
export async function runTool(
  { processes, scratch, folders }: ToolRunner,
  ready: ReadyEngine,
  { spec, args, outputDir }: ToolStart,
): Promise<ExecResult> {
  const { engine, plan, repository, cwd, program, variables, missing } = ready;
  if (folders !== undefined && !(await folders.isFolder(cwd))) {
    // The system would say that the program is not there.
    const message = `Its working folder ${plan.root} does not exist.`;
    return unstartedResult(outputDir, { kind: 'spawn-failed', code: 'ENOTDIR', message });
  }
  if (missing !== undefined) {
    const exit = { kind: 'spawn-failed', code: notInstalledCode, message: missing } as const;
    return unstartedResult(outputDir, exit);
  }
  const home = await scratch.create({ shared: true });
  try {
    const env = buildToolEnvironment(engine, variables, spec.env, plan.env);
    return await processes.run(
      {
        ...isolateTool({ argv: [...program, ...args], env }, { ...ready, home }),
        cwd,
        inheritEnv: inheritedNamesFor(engine, plan),
        outputDir,
        wallMs: ready.timeoutMs,
        maxOutputBytes,
        graceMs: 5_000,
        // Others may work in the same folder at the same time.
        net: { folders: [] },
        writes: [repository],
      },
      ready.signal,
    );
  } finally {
    await scratch.remove(home);
  }
}

/** What the tool printed, and the reports that it wrote. */
export async function readOutput(
  scratch: Scratch,
  {
    engine,
    result,
    spec,
    cwd,
  }: ReadyEngine & { readonly result: ExecResult; readonly spec: RunSpec },
): Promise<ToolOutput> {
  const reports = new Map<string, string>();
  for (const [name, path] of Object.entries(spec.reports)) {
    const text = await scratch.read(path, maxOutputBytes);
    if (text !== undefined) reports.set(name, text);
  }
  // A setting for colours of a test runner would reach the tests as well, so its colours are removed here.
  const plain = runsTests(engine) ? withoutEscapes : (text: string) => text;
  const stdout = plain(await readPrinted(scratch, result.stdout));
  const stderr = plain(await readPrinted(scratch, result.stderr));
  const { exit } = result;
  return { stdout, stderr, reports, cwd, ...(exit.kind === 'exited' && { exit: exit.code }) };
}

export async function readPrinted(scratch: Scratch, { path }: CapturedOutput): Promise<string> {
  return (await scratch.read(path, maxOutputBytes)) ?? '';
}

/** A run that did not begin. */
export function unstartedResult(outputDir: string, exit: ExecResult['exit']): ExecResult {
  const nothing = (name: string) => ({ path: `${outputDir}/${name}`, bytes: 0, truncated: false });
  return {
    exit,
    startedAt: 0,
    finishedAt: 0,
    durationMs: 0,
    stdout: nothing('stdout'),
    stderr: nothing('stderr'),
  };
}
