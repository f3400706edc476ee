import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Exit, ProgramAnswer, QuickCommand } from '#check/needs/processes.ts';
import type { Environment } from '#config/env.ts';
import { chooseEnvironment } from './environment.ts';
import { keepRun } from './live-runs.ts';
import { sendSignal } from './process-table.ts';
import { explainSpawnFailure } from './spawn-failure.ts';

/** Runs one program and keeps what it prints in memory; it has ended when this returns, and its group with it. */
export async function askProgram(
  parentEnv: Environment,
  question: QuickCommand,
): Promise<ProgramAnswer> {
  try {
    return await awaitAnswer(spawnQuestion(parentEnv, question), question);
  } catch (error) {
    const exit = await explainSpawnFailure(question, error);
    return { exit, stdout: new Uint8Array(), stderr: new Uint8Array() };
  }
}

function spawnQuestion(parentEnv: Environment, question: QuickCommand): ChildProcess {
  const [program, ...args] = question.argv;
  const env = { ...chooseEnvironment(parentEnv, question) };
  const stdin = question.stdin === undefined ? 'ignore' : 'pipe';
  const stdio = [stdin, 'pipe', 'pipe'] as const;
  return spawn(program, args, { cwd: question.cwd, env, detached: true, stdio: [...stdio] });
}

function awaitAnswer(child: ChildProcess, question: QuickCommand): Promise<ProgramAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramAnswer>();
  const forget =
    child.pid === undefined ? () => {} : keepRun({ pid: child.pid, startedAt: undefined });
  let stopped: Exit | undefined;
  const stop = (exit: Exit): void => {
    stopped ??= exit;
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
  };
  const { wallMs, maxOutputBytes: limitBytes } = question;
  const late = setTimeout(
    () => stop({ kind: 'timed-out', limit: 'wall', limitMs: wallMs }),
    wallMs,
  );
  const listen = (stream: 'stdout' | 'stderr') =>
    collectStream(child[stream], limitBytes, () =>
      stop({ kind: 'overflowed', stream, limitBytes }),
    );
  const [out, err] = [listen('stdout'), listen('stderr')];
  child.once('error', (error) => {
    clearTimeout(late);
    forget();
    reject(error);
  });
  child.once('close', (code, signal) => {
    clearTimeout(late);
    forget();
    const ended: Exit =
      signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal };
    resolve({ exit: stopped ?? ended, stdout: out(), stderr: err() });
  });
  // A program may end without reading all of it; its exit tells the story.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(question.stdin);
  return promise;
}

/** What a stream gave so far, up to a limit. */
function collectStream(
  stream: Readable | null,
  limitBytes: number,
  onOverflow: () => void,
): () => Uint8Array {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > limitBytes) onOverflow();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks);
}
