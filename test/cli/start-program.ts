import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  /** Resolves when this text has appeared on either stream, rejects when the program ended without it. */
  saying(text: string): Promise<void>;
  /** The first group of what has appeared, when it has. */
  match(pattern: RegExp): Promise<string>;
  signal(name: NodeJS.Signals): void;
  closeOutput(): void;
  readonly ended: Promise<Ending>;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly path?: string;
  readonly stdin?: string;
}

/** The Node that this project pins, wherever the tests themselves run. */
export const pinnedNode = resolve(join('node_modules', 'node', 'bin', 'node'));

/** Starts a real program and collects what it says. */
export function startProgram(argv: readonly string[], surroundings: Surroundings = {}): Started {
  const { cwd, path, stdin = '' } = surroundings;
  const [file = '', ...args] = argv;
  const env = path === undefined ? process.env : { ...process.env, PATH: path };
  const child = spawn(file, args, { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  child.stdin.end(stdin);
  const ended = new Promise<Ending>((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => settle({ code, signal, ...said }));
  });
  const hear = (what: string, find: (text: string) => string | undefined): Promise<string> =>
    new Promise((settle, reject) => {
      const check = (): void => {
        const found = find(`${said.stdout}\n${said.stderr}`);
        if (found !== undefined) settle(found);
      };
      listeners.add(check);
      check();
      const inVain = ({ stderr }: Ending): void =>
        reject(new Error(`ended without saying ${what}: ${stderr}`));
      ended.then(inVain, reject);
    });
  return {
    ended,
    signal: (name) => void child.kill(name),
    closeOutput: () => void child.stdout.destroy(),
    saying: async (text) => {
      await hear(text, (all) => (all.includes(text) ? text : undefined));
    },
    match: (pattern) => hear(pattern.source, (all) => pattern.exec(all)?.[1]),
  };
}

/** Runs a real program to its end. */
export async function runToEnd(
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<Ending> {
  return startProgram(argv, surroundings).ended;
}
