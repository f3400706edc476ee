import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Script {
  /** Resolves when it printed this line. */
  readonly printed: (line: string) => Promise<void>;
  readonly tell: (line: string) => void;
  readonly kill: () => void;
  /** Everything it printed, once it ended well or was killed. */
  readonly output: Promise<readonly string[]>;
  readonly ended: Promise<unknown>;
}

/** Starts a program of the folder `programs`; it does not outlive the test. */
export function startScript(name: string, ...args: readonly string[]): Script {
  const path = join(import.meta.dirname, 'programs', name);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const all: string[] = [];
  lines.on('line', (line) => all.push(line));
  return {
    ended,
    printed: async (line) => {
      while (!all.includes(line)) await once(lines, 'line');
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
    output: ended.then(([code, signal]) => {
      if (code === 0 || signal === 'SIGKILL') return all;
      throw new Error(`${name} ended with ${String(code)} after ${JSON.stringify(all)}`);
    }),
  };
}
