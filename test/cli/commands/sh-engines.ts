import type { CheckReport } from '#model/check-report.ts';
import { runCli, type Said } from './run-cli.ts';

export const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** An engine whose tool is a script; the paths and further arguments are its words. */
export function shEngine(
  script: string,
  { from = 'command', ...options }: Readonly<Record<string, unknown>> = {},
): object {
  const report = from === 'sarif' ? {} : { report: { from: 'stdout' } };
  return { from, options: { command: ['sh', '-c', script, 'tool'], ...report, ...options } };
}

/** A line that the `command` engine reads as one finding. */
export function aLine(message: string, place = 'src/a.txt:1:1'): string {
  return `echo "${place}: error: ${message} [r1]"`;
}

/** A configuration; what is JSON is YAML. */
export function yaml(config: object): string {
  return JSON.stringify(config, null, 2);
}

/** The report of a check as JSON, and how it ended. */
export async function checkJson(
  cwd: string,
  argv: readonly string[] = [],
  extra: Readonly<Record<string, string>> = {},
): Promise<Said & { readonly report: CheckReport }> {
  const said = await runCli(cwd, ['check', '--format', 'json', ...argv], { ...env, ...extra });
  return { ...said, report: JSON.parse(said.stdout) };
}
