import type { CheckReport } from '#model/check-report.ts';
import { runId } from '#model/ids.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { openKeptChecks } from '#local/kept-checks.ts';
import type { KeptChecks } from '#platform/files/kept-checks.ts';
import { reportFormats } from '#report/formats.ts';
import type { RunFormat } from '#report/run/formats.ts';
import { writeReport } from '../check/write-report.ts';
import type { CliContext } from '../context.ts';
import { locateRepository } from '../locate-repository.ts';
import { refuseCommand } from '../refusal.ts';

interface CheckToShow {
  readonly format: RunFormat;
  readonly artifact?: string | undefined;
  readonly output?: string | undefined;
}

/** Shows a check of this repository that was started by hand, or what a tool wrote in it; false: none of this name is kept. */
export async function showKeptCheck(
  context: CliContext,
  asked: string,
  { format, artifact, output }: CheckToShow,
): Promise<boolean> {
  const isLast = asked === 'check';
  const id = runId.safeParse(asked).data;
  if (id === undefined) return false;
  const { history } = openEngineHost({ ...context, output: context.stderr });
  const located = await locateRepository(context, history);
  if (located === undefined) return true;
  const kept = openKeptChecks(context.system, context.env, located.repository);
  const report = await (isLast ? kept?.loadLast() : kept?.load(id));
  if (kept === undefined || report === undefined) {
    if (!isLast) return false;
    refuseCommand(context, 'No check of this repository is kept; `ratchetr check` makes one.');
    return true;
  }
  const names = await listWritten(kept, report);
  if (artifact === undefined) {
    await writeReport(
      context,
      (look) => reportFormats[format](report, look) + (format === 'human' ? tell(names) : ''),
      output,
    );
    return true;
  }
  const text = names.includes(artifact) ? await kept.read(artifact) : undefined;
  if (text !== undefined) await writeReport(context, () => text, output);
  else
    refuseCommand(
      context,
      `Nothing is kept of this check under the name ${JSON.stringify(artifact)}.\n${tell(names)}`.trimEnd(),
    );
  return true;
}

/** The logs and reports of the tools. */
async function listWritten(kept: KeptChecks, { engines }: CheckReport): Promise<readonly string[]> {
  const refs = new Set(engines.flatMap(({ rawRef }) => rawRef ?? []));
  return (await Promise.all([...refs].map((one) => kept.listBeside(one)))).flat();
}

function tell(names: readonly string[]): string {
  if (names.length === 0) return 'Nothing that its tools wrote is kept.\n';
  return `What its tools wrote, to be shown with --artifact:\n${names.map((name) => `  ${name}\n`).join('')}`;
}
