import type { Clock } from '#base/needs/clock.ts';
import type { Command, ExecResult, Exit } from '#check/needs/processes.ts';

import type { Environment } from '#config/env.ts';
import { captureOutput } from './capture.ts';
import { chooseEnvironment } from './environment.ts';
import { watchDisk } from './disk-watch.ts';
import { giveFolders } from './give-folders.ts';
import { watchGroup } from './group.ts';
import { keepRun, type LiveProcess } from './live-runs.ts';
import { clearNet, makeNet, type Net, findProcessStart } from './net.ts';
import { argvAs, type OtherUser, ownGroup, replaceHome, whyNotStarted } from './other-user.ts';
import { closeOutputs, describeOutputs, openOutputs, type Outputs } from './outputs.ts';
import type { SpawnFailure } from './spawn-failure.ts';
import { startProgram, type StartedProgram } from './spawn.ts';
import { timerDelay } from './timing.ts';

export interface RunContext {
  readonly clock: Clock;
  readonly parentEnv: Environment;
  /** The user that programs that are not ours run as; absent: they run as we do. */
  readonly asUser?: OtherUser | undefined;
}

/** Node would hand its own variable on. */
const withoutVariables: Environment = chooseEnvironment({}, {});

interface ProcessRun {
  readonly clock: Clock;
  readonly command: Command;
  readonly signal: AbortSignal | undefined;
  readonly outputs: Outputs;
}

interface Ending {
  readonly exit: Exit;
  readonly finishedAt: number;
}

/**
 * Runs one program to its end, whatever that end is, and leaves nothing of its process group alive.
 *
 * A descendant that left the group with setsid cannot keep the run from ending. It lives on unless the command wants a
 * net, which finds it on Linux unless it has also cleared its environment and left all folders of the run. As another
 * user it gets a group of its own, which nothing that it starts can leave: all of it is gone when this returns.
 */
export async function runProcess(
  deps: RunContext,
  command: Command,
  signal?: AbortSignal,
): Promise<ExecResult> {
  const outputs = await openOutputs(command);
  try {
    const startedAt = deps.clock.now();
    const { exit, finishedAt } = await runInto(
      { clock: deps.clock, command, signal, outputs },
      deps,
    );
    const durationMs = finishedAt - startedAt;
    return { exit, startedAt, finishedAt, durationMs, ...describeOutputs(outputs) };
  } finally {
    await closeOutputs(outputs);
  }
}

async function runInto(job: ProcessRun, deps: RunContext): Promise<Ending> {
  const { clock, command, signal } = job;
  if (signal?.aborted === true) return { exit: { kind: 'aborted' }, finishedAt: clock.now() };
  const { net, start } = await startCommand(deps, command);
  if (start.kind === 'spawn-failed') return { exit: start, finishedAt: clock.now() };
  const run = { pid: start.pid, net, startedAt: net && findProcessStart(start.pid) };
  const forget = keepRun(run);
  try {
    return await supervise(start, { ...job, run });
  } finally {
    forget();
  }
}

interface Begun {
  readonly net: Net | undefined;
  readonly start: StartedProgram | SpawnFailure;
}

function startCommand({ parentEnv, asUser }: RunContext, command: Command): Promise<Begun> {
  if (asUser === undefined) return startAsWeAre(command, chooseEnvironment(parentEnv, command));
  const inherited = replaceHome(asUser, parentEnv);
  return startAs(asUser, command, chooseEnvironment(inherited, command));
}

async function startAsWeAre(command: Command, environment: Environment): Promise<Begun> {
  const net = command.net && makeNet(command.net.folders);
  const marked = { ...environment, ...(net && { [net.mark]: net.value }) };
  return { net, start: await startProgram(command, marked) };
}

async function startAs(
  user: OtherUser,
  command: Command,
  environment: Environment,
): Promise<Begun> {
  await giveFolders(user, command.writes ?? []);
  const failure = await whyNotStarted(command, environment['PATH']);
  if (failure !== undefined) return { net: undefined, start: failure };
  const group = ownGroup();
  const argv = argvAs(user, { argv: command.argv, environment, group });
  const start = await startProgram({ ...command, argv }, withoutVariables);
  return { net: { ...makeNet([]), group }, start };
}

async function supervise(
  program: StartedProgram,
  { clock, command, signal, outputs, run }: ProcessRun & { readonly run: LiveProcess },
): Promise<Ending> {
  const group = watchGroup(program, command.graceMs);
  const limits = armLimits(command, signal, (exit) => group.stop(exit));
  const capture = captureOutput(program, {
    outputs,
    onOutput: () => limits.touch(),
    onOverflow: (stream) =>
      group.stop({ kind: 'overflowed', stream, limitBytes: command.maxOutputBytes }),
    // What is reported then is the failure itself; the group must only be gone before.
    onFailure: () => group.stop({ kind: 'aborted' }),
  });
  const disk = command.disk && watchDisk(command.disk, (exit) => group.stop(exit));
  const ended = await group.ended;
  limits.disarm();
  const finishedAt = clock.now();
  // Before the pipes are drained, for what left the group may still write.
  if (run.net) await clearNet(run.net, run.startedAt);
  await disk?.finish();
  await capture.finish();
  program.release();
  // Too much output is found while draining as well, so it does not depend on which came first.
  return { exit: group.stopped() ?? ended, finishedAt };
}

export interface TimeLimits {
  /** Output arrived: the silence is over. */
  touch(): void;
  disarm(): void;
}

/** Calls `stop` when the time is up, the silence too long, or the caller no longer wants it. */
export function armLimits(
  { wallMs, idleMs }: Pick<Command, 'wallMs' | 'idleMs'>,
  signal: AbortSignal | undefined,
  stop: (exit: Exit) => void,
): TimeLimits {
  const wall = armTimer(wallMs, () => stop({ kind: 'timed-out', limit: 'wall', limitMs: wallMs }));
  const idle =
    idleMs === undefined
      ? undefined
      : armTimer(idleMs, () => stop({ kind: 'timed-out', limit: 'idle', limitMs: idleMs }));
  const abort = (): void => stop({ kind: 'aborted' });
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    touch: () => idle?.restart(),
    disarm() {
      wall.clear();
      idle?.clear();
      signal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * When we were held up ourselves, the timer fires before we see that the program has written or ended in time. So the
 * limit is reached only if that is still so after the events that were waiting.
 */
function armTimer(milliseconds: number, onReached: () => void): { restart(): void; clear(): void } {
  let confirmation: NodeJS.Immediate | undefined;
  let cleared = false;
  const timer = setTimeout(() => {
    confirmation = setImmediate(onReached);
  }, timerDelay(milliseconds));
  return {
    restart() {
      // Output still arrives while the pipes drain.
      if (cleared) return;
      clearImmediate(confirmation);
      timer.refresh();
    },
    clear() {
      cleared = true;
      clearImmediate(confirmation);
      clearTimeout(timer);
    },
  };
}
