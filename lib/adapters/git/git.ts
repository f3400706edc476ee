import type { Processes } from '#ports/processes.ts';
import type { Scratch } from '#ports/scratch.ts';

export interface GitDeps {
  readonly processes: Processes;
  readonly scratch: Scratch;
  /** Further variables, such as an index of one's own. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface GitAnswer {
  /** null: git could not be started or did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const mostOutput = 64 * 1024 * 1024;

/** Nothing that a repository configures may run: no hooks, no monitors, no filters of other tools. */
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
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_COUNT: String(overrides.length),
  ...Object.fromEntries(
    overrides.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

/** Asks git in a repository that is not trusted. */
export async function git(
  { processes, scratch, env = {} }: GitDeps,
  repository: string,
  args: readonly string[],
): Promise<GitAnswer> {
  const outputDir = await scratch.create();
  try {
    const { exit, stdout, stderr } = await processes.run({
      argv: ['git', ...args],
      cwd: repository,
      inheritEnv: ['PATH'],
      env: { ...trustedEnv, ...env },
      outputDir,
      wallMs: 60_000,
      maxOutputBytes: mostOutput,
      graceMs: 2_000,
    });
    return {
      code: exit.kind === 'exited' ? exit.code : null,
      stdout: (await scratch.read(stdout.path, mostOutput)) ?? '',
      stderr: (await scratch.read(stderr.path, mostOutput)) ?? '',
    };
  } finally {
    await scratch.remove(outputDir);
  }
}

/** The answer of a command that has no reason to fail. */
export function must(answer: GitAnswer, what: string): GitAnswer {
  if (answer.code === 0) return answer;
  const [reason = ''] = answer.stderr.trim().split('\n');
  throw new Error(`git could not ${what}: ${reason || `it ended with ${answer.code}`}`);
}
