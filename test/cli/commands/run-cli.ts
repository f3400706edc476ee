import { createSystem } from '#local/system.ts';
import { commands } from '../../../lib/cli/commands.ts';
import { runCommandLine } from '../../../lib/cli/program.ts';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line of the product in this process. */
export async function runCli(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine({ version: '0.0.0', commands }, argv, {
    system: createSystem(),
    cwd,
    env,
    signal: new AbortController().signal,
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
  });
  return { code, ...said };
}
