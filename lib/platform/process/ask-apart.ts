import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProgramAnswer, QuickCommand } from '#check/needs/processes.ts';
import type { Environment } from '#config/env.ts';
import { answerMessage } from './ask-messages.ts';
import { askProgram } from './ask-program.ts';
import { chooseEnvironment } from './environment.ts';

/** Asks programs from a process of its own, which is started by the first question and ends with this one. */
export function createAskApart(
  parentEnv: Environment,
): (question: QuickCommand) => Promise<ProgramAnswer> {
  const waiting = new Map<number, (answer: ProgramAnswer | undefined) => void>();
  let child: ChildProcess | undefined;
  let count = 0;
  const open = (): ChildProcess => {
    const made = startChild();
    made.on('message', (message) => {
      const { id, answer } = answerMessage.parse(message);
      waiting.get(id)?.(answer);
    });
    const lose = (): void => {
      if (child === made) child = undefined;
      for (const settle of waiting.values()) settle(undefined);
    };
    made.once('error', lose).once('exit', lose).once('disconnect', lose);
    return made;
  };
  return async (question) => {
    child ??= open();
    const asked = child;
    count += 1;
    const id = count;
    const { promise, resolve } = Promise.withResolvers<ProgramAnswer | undefined>();
    waiting.set(id, resolve);
    // It keeps us alive only while a question waits.
    refChild(asked);
    asked.send(messageFor(parentEnv, id, question), (error) => error && resolve(undefined));
    const answer = await promise;
    waiting.delete(id);
    if (waiting.size === 0) unrefChild(asked);
    // Without the helper we ask ourselves: every question to git may be asked twice.
    return answer ?? askProgram(parentEnv, question);
  };
}

function startChild(): ChildProcess {
  const program = fileURLToPath(new URL('asking-process.ts', import.meta.url));
  const child = fork(program, [], {
    cwd: '/',
    env: {},
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  unrefChild(child);
  return child;
}

function refChild(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function unrefChild(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function messageFor(parentEnv: Environment, id: number, question: QuickCommand) {
  const { inheritEnv: _, ...passed } = question;
  return { id, question: { ...passed, env: keepDefined(chooseEnvironment(parentEnv, question)) } };
}

function keepDefined(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
