import { randomUUID } from 'node:crypto';
import { rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Look } from '#report/human/look.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';

/**
 * Writes a report where it is wanted, into a file or else to standard output: a file is there as a
 * whole or as it was before.
 */
export async function writeReport(
  context: CliContext,
  render: (look: Look) => string,
  output: string | undefined,
): Promise<void> {
  const { stdout, cwd } = context;
  const text = render(detectLook(context, output));
  if (output === undefined) {
    stdout.write(text);
    return;
  }
  const path = resolve(cwd, output);
  // A pipe or a device is written to; only a file can be replaced.
  const isFile = (await statIfThere(path))?.isFile() ?? true;
  try {
    await (isFile ? replaceFile(path, text) : writeFile(path, text));
  } catch (error) {
    refuse(context, output, explainWriteError(error));
  }
}

/** Whether a report could be put there, as far as can be seen before; it would be a pity after all the work. */
export async function canWriteReport(
  context: CliContext,
  output: string | undefined,
): Promise<boolean> {
  if (output === undefined) return true;
  const path = resolve(context.cwd, output);
  const [there, folder] = await Promise.all([statIfThere(path), statIfThere(dirname(path))]);
  if (folder?.isDirectory() !== true) refuse(context, output, reasons.ENOENT);
  else if (there?.isDirectory() === true) refuse(context, output, reasons.EISDIR);
  else return true;
  return false;
}

async function statIfThere(path: string) {
  return stat(path).catch(() => undefined);
}

function refuse({ stderr, exitWith }: CliContext, output: string, reason: string): void {
  stderr.write(`The report cannot be written to ${JSON.stringify(output)}: ${reason}.\n`);
  exitWith(EXIT.usage);
}

const reasons = {
  ENOENT: 'its folder does not exist; make the folder or name another place',
  EISDIR: 'that is a folder; name a file',
  EACCES: 'this user may not write there; name another place',
  EPERM: 'this user may not write there; name another place',
  EROFS: 'nothing can be written there; name another place',
  ENAMETOOLONG: 'its name is too long; choose a shorter one',
  ENOSPC: 'there is no room left; make room or name another place',
} as const;

function explainWriteError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const known = Object.entries(reasons).find(([name]) => name === code);
  return known?.[1] ?? (error instanceof Error ? error.message : String(error));
}

async function replaceFile(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
}

/** What the place can do: colours are for people who watch. */
export function detectLook({ stdout, env }: CliContext, output: string | undefined): Look {
  const watched = output === undefined && stdout.isTTY === true;
  const color = watched && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return { color, width: stdout.columns ?? 100 };
}
