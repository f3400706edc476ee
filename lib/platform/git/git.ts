import type { Exit, Processes, ProgramAnswer } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { readSafeFolders, withSafeFolders } from './safe-folders.ts';

export interface GitDeps {
  readonly processes: Processes;
  readonly scratch: Scratch;
  /** Further variables, such as an index of one's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What git reads. */
  readonly input?: string | Uint8Array;
  /** Longest run of one command; absent: a minute. */
  readonly wallMs?: number;
}

export interface GitAnswer {
  /** null: git could not be started or did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const mostOutput = 64 * 1024 * 1024;

/** Nothing that a repository configures may run: no hooks, no monitors, no filters or dialogs of other tools. */
const overrides: readonly (readonly [string, string])[] = [
  ['core.attributesFile', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

const trustedEnv: Readonly<Record<string, string>> = {
  // A file that is missing in a partial clone may be fetched, but only by what git does itself.
  GIT_ALLOW_PROTOCOL: 'http:https',
  GIT_ASKPASS: '',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
  ...overriding([]),
};

/** Variables that override, besides what always is, this configuration of a repository. */
export function overriding(
  further: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const all = [...overrides, ...further];
  const pairs = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(all.length), ...Object.fromEntries(pairs) };
}

/** Asks git in a repository that is not trusted. */
export async function git(
  deps: GitDeps,
  repository: string,
  args: readonly string[],
): Promise<GitAnswer> {
  const { exit, stdout, stderr } = await askGit(deps, repository, args);
  return {
    code: toExitCode(exit),
    stdout: decodeText(stdout),
    stderr: readComplaint(exit, stderr),
  };
}

/** Asks for bytes, from a command that has no reason to fail. */
export async function gitBytes(
  deps: GitDeps,
  repository: string,
  args: readonly string[],
): Promise<Uint8Array> {
  const { exit, stdout, stderr } = await askGit(deps, repository, args);
  must(
    { code: toExitCode(exit), stdout: '', stderr: readComplaint(exit, stderr) },
    findCommand(args),
  );
  return stdout;
}

async function askGit(
  { processes, env = {}, input, wallMs = 60_000 }: GitDeps,
  repository: string,
  args: readonly string[],
): Promise<ProgramAnswer> {
  const ask = (safe: readonly string[] | undefined): Promise<ProgramAnswer> =>
    processes.ask({
      argv: ['git', ...args],
      cwd: repository,
      inheritEnv: ['PATH'],
      env: withSafeFolders({ ...trustedEnv, ...env }, safe),
      ...(input !== undefined && { stdin: input }),
      wallMs,
      maxOutputBytes: mostOutput,
    });
  const known = safeFolders.get(processes);
  const answer = await ask(known);
  if (known !== undefined || !isOfAnotherOwner(answer)) return answer;
  const safe = await readSafeFolders(processes);
  safeFolders.set(processes, safe);
  return safe.length === 0 ? answer : ask(safe);
}

/** Asked for once, and only where git refuses a folder for its owner. */
const safeFolders = new WeakMap<Processes, readonly string[]>();

function isOfAnotherOwner({ exit, stderr }: ProgramAnswer): boolean {
  return exit.kind === 'exited' && exit.code === 128 && decodeText(stderr).includes(dubious);
}

const dubious = 'detected dubious ownership';

function toExitCode(exit: Exit): number | null {
  return exit.kind === 'exited' ? exit.code : null;
}

function readComplaint(exit: Exit, stderr: Uint8Array): string {
  return exit.kind === 'spawn-failed' ? exit.message : decodeText(stderr);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The name of the command among its arguments. */
function findCommand(args: readonly string[]): string {
  return args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? 'git';
}

/** The answer of a command that has no reason to fail. */
export function must(answer: GitAnswer, what: string): GitAnswer {
  if (answer.code === 0) return answer;
  const [reason = ''] = answer.stderr.trim().split('\n');
  throw new Error(`git could not ${what}: ${reason || `it ended with ${answer.code}`}`);
}
