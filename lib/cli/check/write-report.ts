import { randomUUID } from 'node:crypto';
import { rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Look } from '#report/human/look.ts';
import type { CliContext } from '../context.ts';
import { errorCode, errorMessage } from '#base/errors.ts';
import { detectLook } from '../print.ts';
import { refuseCommand } from '../refusal.ts';

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
    refuseOutput(context, output, explainWriteError(error));
  }
}

/** Whether a report can be written there, as far as can be seen beforehand: later all the work would be lost. */
export async function canWriteReport(
  context: CliContext,
  output: string | undefined,
): Promise<boolean> {
  if (output === undefined) return true;
  const path = resolve(context.cwd, output);
  const [there, folder] = await Promise.all([statIfThere(path), statIfThere(dirname(path))]);
  if (folder?.isDirectory() !== true) refuseOutput(context, output, reasons.ENOENT);
  else if (there?.isDirectory() === true) refuseOutput(context, output, reasons.EISDIR);
  else return true;
  return false;
}

async function statIfThere(path: string) {
  return stat(path).catch(() => undefined);
}

function refuseOutput(context: CliContext, output: string, reason: string): void {
  refuseCommand(context, `The report cannot be written to ${JSON.stringify(output)}: ${reason}.`);
}

const reasons = {
  ENOENT: 'its folder does not exist; create the folder or name another file',
  EISDIR: 'that is a folder; name a file',
  EACCES: 'this user may not write there; name another file',
  EPERM: 'this user may not write there; name another file',
  EROFS: 'the file system is read-only; name another file',
  ENAMETOOLONG: 'its name is too long; choose a shorter one',
  ENOSPC: 'the disk is full; free some space or name another file',
} as const;

function explainWriteError(error: unknown): string {
  const code = errorCode(error);
  const known = Object.entries(reasons).find(([name]) => name === code);
  return known?.[1] ?? errorMessage(error);
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
