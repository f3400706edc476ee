import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContainerDefinition, Task } from '@aws-sdk/client-ecs';
import { pinnedNode } from '../../cli/start-program.ts';
import { processesOf } from '../../flow/fix/survivors.ts';

export interface Container {
  readonly name: string;
  /** Which of our entry points it is. */
  readonly image: string;
  readonly isEssential: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** A task as processes of this machine. */
export interface RunningTask {
  /** Resolves once nothing of it runs any more, with the exit code of its worker. */
  readonly ended: Promise<number | undefined>;
  /** As ECS stops it: a word first, and then an end without one. */
  stop(): void;
}

/** What the containers of a task are started with: what its definition says, and what it was launched with over it. */
export function containersOf(
  definitions: readonly ContainerDefinition[],
  { overrides }: Pick<Task, 'overrides'>,
  secrets: ReadonlyMap<string, string>,
): readonly Container[] {
  return definitions.map((definition) => {
    const {
      name = '',
      image = '',
      essential,
      environment = [],
      secrets: injected = [],
    } = definition;
    const given = overrides?.containerOverrides?.find((one) => one.name === name);
    const secret = injected.map(({ name: variable, valueFrom = '' }) => ({
      name: variable,
      value: secrets.get(valueFrom),
    }));
    const variables = [...environment, ...secret, ...(given?.environment ?? [])];
    const env = Object.fromEntries(
      variables.map(({ name: variable = '', value = '' }) => [variable, value]),
    );
    return { name, image, env, isEssential: essential !== false };
  });
}

export interface StartOptions {
  /** Folder for all that the task leaves. */
  readonly folder: string;
  /** What an image has in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What ECS gives a container between its two signals. */
  readonly stopTimeoutMs: number;
  readonly hear: (line: string) => void;
}

/** Starts the real entry points of all containers; once an essential one is over, so is the task. */
export async function startTask(
  containers: readonly Container[],
  options: StartOptions,
): Promise<RunningTask> {
  // Tasks of ECS have a network each; here they share one, so each of them needs a port of its own.
  const port = await freePort();
  const all = await Promise.all(
    containers.map((one) => startContainer(one, argumentsOf(one, containers, port), options)),
  );
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    for (const { child } of all) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const { child } of all) killGroup(child);
    }, options.stopTimeoutMs);
    void Promise.all(all.map(({ ended }) => ended)).then(() => clearTimeout(timer));
  };
  for (const { container, ended } of all) if (container.isEssential) void ended.then(stop);
  return {
    ended: Promise.all(all.map(({ ended }) => ended)).then((codes) => codes[0]),
    stop,
  };
}

function argumentsOf(
  { image }: Container,
  containers: readonly Container[],
  port: number,
): readonly string[] {
  if (image === 'gateway') return ['--port', String(port)];
  const hasGateway = containers.some((one) => one.image === 'gateway');
  return hasGateway ? ['--gateway', `http://127.0.0.1:${port}`] : [];
}

async function startContainer(
  container: Container,
  args: readonly string[],
  { folder, env, hear }: StartOptions,
) {
  const home = join(folder, container.name);
  const temporary = join(home, 'tmp');
  await mkdir(temporary, { recursive: true });
  const program = resolve('containers', container.image, 'main.ts');
  const child = spawn(pinnedNode, [program, ...args], {
    cwd: home,
    // In a group of its own, which ends with the container as all in a container does.
    detached: true,
    env: { ...env, ...container.env, HOME: home, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => hear(`${container.name}: ${text}`));
  }
  const ended = endOf(child, home);
  void ended.then((code) => hear(`${container.name}: ended with ${code}`));
  return { container, child, ended };
}

/** Its exit code as a container has it, once nothing that it started is left. */
async function endOf(child: ChildProcess, home: string): Promise<number> {
  await once(child, 'exit');
  killGroup(child);
  // Agents are in groups of their own, and in a container they end with its first process as well.
  for (const survivor of processesOf(home)) kill(Number.parseInt(survivor, 10));
  const { exitCode, signalCode } = child;
  return exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode]);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) kill(-pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Nobody is left there.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('There is no free port');
}
