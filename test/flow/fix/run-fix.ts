import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { type RunReport, runReport } from '#model/run-report.ts';
import { pinnedNode, type Started, startProgram } from '../../cli/start-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const program = resolve('lib/cli/start.mjs');

export interface Surroundings {
  /** Variables beside those of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the session keeps what it needs for a while. */
  readonly temporary?: string;
}

/** Starts one command line of the product as a process of its own, without the launcher before it. */
export function startRatchetr(
  root: string,
  argv: readonly string[],
  { env = {}, temporary = tmpdir() }: Surroundings = {},
): Started {
  const given = Object.entries({ TMPDIR: temporary, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return startProgram(['/usr/bin/env', ...given, pinnedNode, program, ...argv], { cwd: root });
}

export interface Fixed {
  readonly code: number | null;
  readonly report: RunReport;
  readonly stderr: string;
}

/** Runs `ratchetr fix` to its end, and reads its report. */
export async function fix(
  root: string,
  argv: readonly string[] = [],
  surroundings?: Surroundings,
): Promise<Fixed> {
  const temporary = surroundings?.temporary ?? (await tempFolder());
  const fixing = ['fix', '--format', 'json', ...argv];
  const { code, stdout, stderr } = await startRatchetr(root, fixing, { ...surroundings, temporary })
    .ended;
  return { code, report: reportIn(stdout, stderr), stderr };
}

/** The report that was printed; what was said instead, where there is none. */
export function reportIn(stdout: string, stderr: string): RunReport {
  try {
    return runReport.parse(JSON.parse(stdout));
  } catch (cause) {
    throw new Error(`There is no report of a run.\n${stdout}\n${stderr}`, { cause });
  }
}

/** What was said of each try at a task, by the files of the task: the codes of a rejection, or how it ended. */
export function triesOf({ tasks }: RunReport): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    tasks.map(({ tool, files, attempts }) => [
      `${tool} ${files.join(' ')}`,
      attempts.map(({ agent, status, verdict }) => `${agent}: ${wordsOf(verdict) ?? status}`),
    ]),
  );
}

function wordsOf(verdict: RunReport['tasks'][number]['attempts'][number]['verdict']) {
  if (verdict?.kind !== 'rejected') return verdict?.kind;
  return verdict.reasons.map(({ code }) => code).join(' ');
}
