import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';

const script = '/usr/bin/script';

/** Only the script of util-linux can start a command on a terminal of its own. */
export const hasTerminal = process.platform === 'linux' && existsSync(script);

/** Runs a command on a terminal, types this line once it is asked, and gives its exit code. */
export async function answerAt(
  folder: string,
  words: readonly string[],
  line: string,
): Promise<number | null> {
  const command = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const typescript = join(await tempFolder(), 'typescript');
  const child = spawn(script, ['-qec', command, typescript], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (shown += part));
  const ended = once(child, 'close');
  await expect
    .poll(() => stripVTControlCharacters(shown), { timeout: 240_000 })
    .toContain('(^D: not now): ');
  child.stdin.write(`${line}\n`);
  await ended;
  return child.exitCode;
}
