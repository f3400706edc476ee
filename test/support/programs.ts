import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { envOfNode } from './compiled-code.ts';

export interface Program {
  /** Resolves with the next line that the program prints; rejects when it ends without one. */
  nextLine(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | string>;
}

const folder = join(import.meta.dirname, '../fixtures/programs');

/** Starts a program of `test/fixtures/programs`; it does not outlive the test. */
export function startProgram(name: string, ...args: readonly string[]): Program {
  const child = spawn(process.execPath, [join(folder, name), ...args], {
    env: envOfNode(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  );
  return {
    ended,
    async nextLine() {
      const line = await lines.next();
      if (line.done === true) throw new Error(`${name} ended without a line: ${await ended}`);
      return line.value;
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
