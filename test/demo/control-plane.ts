import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

export interface ControlPlane {
  /** Of its page and its webhook. */
  readonly url: string;
  /** Why it is gone; undefined: it runs. */
  gone(): string | undefined;
  /** Ends it; its workers live on. */
  stop(): Promise<void>;
}

export interface ControlPlanePlan {
  /** Folder in which it keeps its state. */
  readonly home: string;
  /** File for what it logs. */
  readonly log: string;
  readonly repository: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const program = resolve(import.meta.dirname, '../../lib/cli/launch.mjs');

/** Starts `ratchetr up` as anybody would, in a process of its own. */
export async function startControlPlane(plan: ControlPlanePlan): Promise<ControlPlane> {
  const { home, repository, port, env, signal } = plan;
  await mkdir(home, { recursive: true });
  const log = openSync(plan.log, 'a');
  const args = [program, 'up', '--repo', repository, '--port', String(port), '--poll', '10s'];
  // In a group of its own, or Ctrl+C would reach it before anybody here could tell.
  const child = spawn(process.execPath, args, {
    cwd: home,
    env: { ...ownEnvironment(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const stop = (): Promise<void> => end(child);
  try {
    const url = await addressOf(child, signal);
    return { url, stop, gone: () => goneBecause(child) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ours, without settings that somebody has for a Ratchetr of their own. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('RATCHETR_'));
  return { ...Object.fromEntries(own), no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };
}

async function addressOf({ stdout }: ChildProcess, signal: AbortSignal): Promise<string> {
  if (stdout === null) throw new Error('The control plane has no output to read');
  for await (const line of createInterface({ input: stdout, signal })) {
    const [, url] = /^Ratchetr is up at (\S+)$/.exec(line) ?? [];
    if (url !== undefined) {
      stdout.resume();
      return url;
    }
  }
  signal.throwIfAborted();
  throw new Error('The control plane ended before it was up');
}

function goneBecause({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode === null && signalCode === null) return undefined;
  return `the control plane ended with ${exitCode ?? signalCode}`;
}

const graceMs = 15_000;

async function end(child: ChildProcess): Promise<void> {
  if (goneBecause(child) !== undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = new AbortController();
  const killed = pause(graceMs, undefined, { signal: late.signal })
    .then(() => child.kill('SIGKILL'))
    .catch(() => undefined);
  await exited;
  late.abort();
  await killed;
}

/** What the control plane is told: whom it is, and how quick it is to be where nobody waits for real machines. */
export function environmentOf({
  github,
  setup,
  agent,
}: {
  readonly github: {
    readonly url: string;
    readonly appId: number;
    readonly key: string;
    readonly secret: string;
  };
  readonly setup: readonly (readonly string[])[];
  readonly agent: string;
}): Readonly<Record<string, string>> {
  const command = [process.execPath, join(import.meta.dirname, agent)];
  return {
    RATCHETR_GITHUB_API_URL: github.url,
    RATCHETR_GITHUB_APP_ID: String(github.appId),
    RATCHETR_GITHUB_PRIVATE_KEY: github.key,
    RATCHETR_WEBHOOK_SECRET: github.secret,
    RATCHETR_TIMEOUTS_SETTLE: '2s',
    RATCHETR_SETUP: JSON.stringify(setup.map((run) => ({ run }))),
    RATCHETR_AGENTS_ORDER: '[autofix, command]',
    RATCHETR_AGENTS_SETTINGS: JSON.stringify({ command: { command } }),
  };
}
