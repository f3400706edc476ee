import { randomUUID } from 'node:crypto';
import { rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CheckReport } from '#domain/model/check-report.ts';
import { type Format, reportFormats } from '#domain/report/formats.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

export interface ReportPlace {
  readonly format: Format;
  /** A file; undefined: standard output. */
  readonly output: string | undefined;
}

/** Writes a report where it is wanted: a file is there as a whole or as it was before. */
export async function writeReport(
  context: CliContext,
  report: CheckReport,
  { format, output }: ReportPlace,
): Promise<void> {
  const { stdout, cwd } = context;
  const text = reportFormats[format](report, lookOf(context, output));
  if (output === undefined) {
    stdout.write(text);
    return;
  }
  const path = resolve(cwd, output);
  // A pipe or a device is written to; only a file can be replaced.
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true;
  try {
    await (isFile ? replace(path, text) : writeFile(path, text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.stderr.write(`The report could not be written to ${output}: ${reason}\n`);
    context.exitWith(EXIT.usage);
  }
}

async function replace(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
}

function lookOf({ stdout, env }: CliContext, output: string | undefined) {
  const watched = output === undefined && stdout.isTTY === true;
  const color = watched && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return { color, width: stdout.columns ?? 100 };
}
