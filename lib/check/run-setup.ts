import type { RunId } from '#model/ids.ts';
import type { SetupCommand } from './rules/repository/setup-command.ts';
import type { ToolRunner } from './needs/engine-host.ts';
import type { Exit } from './needs/processes.ts';
import { fixedEnv, inherited, readPrinted } from './run-tool.ts';
import { type ArtifactStores, storeArtifact } from './store-artifact.ts';

export interface Setup {
  readonly runId: RunId;
  /** Absolute. */
  readonly repository: string;
  readonly commands: readonly SetupCommand[];
  readonly signal: AbortSignal;
  /** Under which name what it said is kept; absent: the usual one. */
  readonly logName?: string;
  /** What it has for itself; absent: it shares the home of the caller. */
  readonly own?: SetupPlace;
  /** Called after each command; what it says goes to the log. */
  readonly afterEach?: (command: SetupCommand) => Promise<string | undefined>;
}

interface SetupPlace {
  /** Absolute; nobody reads it afterwards. */
  readonly home: string;
  readonly temporary: string;
  readonly variables: Readonly<Record<string, string>>;
}

const usualLog = 'setup.log';

export type SetupOutcome =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Prepares a fresh copy of a repository; the first command that fails ends it. What all of them said is kept. */
export async function runSetup(
  deps: ToolRunner & ArtifactStores,
  setup: Setup,
): Promise<SetupOutcome> {
  const { runId, logName: name = usualLog } = setup;
  const { outcome, log } = await runSetupCommands(deps, setup);
  if (log !== '') await storeArtifact(deps, { runId, name, kind: 'log', body: log });
  return outcome;
}

/** Runs them one after the other until one fails. */
export async function runSetupCommands(
  deps: ToolRunner,
  setup: Omit<Setup, 'runId'>,
): Promise<{ readonly outcome: SetupOutcome; readonly log: string }> {
  const said: string[] = [];
  for (const command of setup.commands) {
    const { exit, output } = await runSetupCommand(deps, setup, command);
    said.push(`$ ${command.run.join(' ')}\n${output}`);
    const noted = await setup.afterEach?.(command);
    if (noted !== undefined) said.push(noted);
    const trouble = explainExit(exit);
    if (trouble === undefined || command.optional === true) continue;
    const { logName = usualLog } = setup;
    const sentence = describeSetupFailure(command, { trouble, output, logName });
    return { outcome: { kind: 'failed', sentence }, log: said.join('\n') };
  }
  return { outcome: { kind: 'ready' }, log: said.join('\n') };
}

/** Where packages come from is a matter of the machine, so installs see what it says of that. */
const ofInstalls = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'CARGO_HOME',
  'GOMODCACHE',
  'GONOSUMDB',
  'GOPATH',
  'GOPRIVATE',
  'GOPROXY',
  'GOSUMDB',
  'GOTOOLCHAIN',
  'PIP_CERT',
  'PIP_CONFIG_FILE',
  'PIP_INDEX_URL',
  'PRE_COMMIT_HOME',
  'RUSTUP_HOME',
  'RUSTUP_TOOLCHAIN',
  'UV_DEFAULT_INDEX',
  'UV_INDEX_URL',
  'XDG_CACHE_HOME',
  'npm_config_cafile',
  'npm_config_registry',
];

const usualMs = 10 * 60_000;
const maxOutputBytes = 16 * 1024 * 1024;

async function runSetupCommand(
  { processes, scratch }: ToolRunner,
  { repository, signal, own }: Omit<Setup, 'runId'>,
  { run, cwd, env, timeoutMs = usualMs }: SetupCommand,
): Promise<{ readonly exit: Exit; readonly output: string }> {
  const [program = '', ...args] = run;
  const outputDir = await scratch.create();
  const writes = [repository, ...(own === undefined ? [] : [own.home, own.temporary])];
  try {
    const { exit, combined, stdout } = await processes.run(
      {
        argv: [program, ...args],
        cwd: cwd === '.' ? repository : `${repository}/${cwd}`,
        inheritEnv: [...inherited, ...ofInstalls],
        env: { ...fixedEnv, ...(own && variablesOf(own)), ...env },
        outputDir,
        combined: true,
        wallMs: timeoutMs,
        maxOutputBytes,
        graceMs: 5_000,
        net: { folders: writes },
        writes,
      },
      signal,
    );
    return { exit, output: await readPrinted(scratch, combined ?? stdout) };
  } finally {
    await scratch.remove(outputDir);
  }
}

/** Nothing that it keeps for itself is found by what runs later. */
function variablesOf({ home, temporary, variables }: SetupPlace): Readonly<Record<string, string>> {
  return {
    ...variables,
    HOME: home,
    TMPDIR: temporary,
    XDG_CACHE_HOME: `${home}/.cache`,
    // Else the first run of the installed code would write it, beside files that nobody may write.
    UV_COMPILE_BYTECODE: '1',
  };
}

/** undefined: it did what it was there for. */
function explainExit(exit: Exit): string | undefined {
  switch (exit.kind) {
    case 'exited':
      return exit.code === 0 ? undefined : `it ended with ${exit.code}`;
    case 'signalled':
      return `it was ended by ${exit.signal}`;
    case 'spawn-failed':
      return exit.message.replace(/\.$/, '');
    case 'timed-out':
      return `it took longer than ${exit.limitMs / 1000} s`;
    case 'overflowed':
    case 'overgrown':
      return `it wrote more than ${exit.limitBytes} bytes`;
    case 'aborted':
      return 'it was interrupted';
  }
}

const longestLine = 300;

interface SetupFailure {
  readonly trouble: string;
  readonly output: string;
  readonly logName: string;
}

function describeSetupFailure(
  { run, because }: SetupCommand,
  { trouble, output, logName }: SetupFailure,
): string {
  const last = output.trim().split('\n').at(-1)?.trim().slice(0, longestLine) ?? '';
  const words = last === '' ? '' : ` Its last line: ${last}`;
  return `The setup command \`${run.join(' ')}\` (${because}) failed: ${trouble}; ${logName} has all that it said.${words}`;
}
