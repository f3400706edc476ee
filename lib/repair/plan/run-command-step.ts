import { judgeStepPath } from '../rules/plan/step-path.ts';
import type { ActionContext, ActionEnding, ActionOf } from '../needs/plan-actions.ts';
import type { ExecResult, Processes } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { buildToolEnvironment, inherited, type VariablesOf } from '#check/run-tool.ts';

export interface CommandStepDeps {
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly variablesOf?: VariablesOf | undefined;
}

/** Most that each stream of a command may hold. */
const maxOutputBytes = 8 * 1024 * 1024;

/** Runs the program of a step in a process group of its own, with little of our environment. */
export async function runCommandStep(
  { processes, scratch, variablesOf }: CommandStepDeps,
  action: ActionOf<'run_command'>,
  { folder, timeoutMs, signal }: ActionContext,
): Promise<ActionEnding> {
  const cwd = judgeStepPath(action.cwd);
  if (cwd.kind === 'refused') return notRun(cwd.sentence);
  const { segments } = cwd.value;
  const [program = '', ...args] = action.argv;
  const outputDir = await scratch.create();
  try {
    const result = await processes.run(
      {
        argv: [program, ...args],
        cwd: [folder, ...segments].join('/'),
        inheritEnv: inherited,
        env: buildToolEnvironment(
          undefined,
          variablesOf?.(segments.join('/') || '.', folder) ?? {},
          action.env,
        ),
        outputDir,
        combined: true,
        wallMs: timeoutMs,
        maxOutputBytes,
        graceMs: 2_000,
        net: { folders: [] },
        writes: [folder],
      },
      signal,
    );
    const path = (result.combined ?? result.stdout).path;
    const output = (await scratch.read(path, 2 * maxOutputBytes)) ?? '';
    return judgeCommandExit(action, result.exit, output);
  } finally {
    await scratch.remove(outputDir);
  }
}

function judgeCommandExit(
  { argv, successCodes }: ActionOf<'run_command'>,
  exit: ExecResult['exit'],
  output: string,
): ActionEnding {
  const name = argv[0] ?? '';
  const failed = (reason: string, isFinal = false): ActionEnding => {
    return { kind: 'failed', reason: `${name} ${reason}.`, output, isFinal };
  };
  switch (exit.kind) {
    case 'exited': {
      if (successCodes.includes(exit.code)) return { kind: 'succeeded', output };
      return failed(`ended with ${exit.code}, where ${successCodes.join(' or ')} means success`);
    }
    case 'signalled':
      return failed(`was ended by ${exit.signal}`);
    case 'timed-out':
      return failed(`had not ended after ${exit.limitMs} ms`);
    case 'overflowed':
      return failed(`wrote more than ${exit.limitBytes} bytes to ${exit.stream}`, true);
    case 'overgrown':
      return failed(`made files of more than ${exit.limitBytes} bytes`, true);
    case 'spawn-failed':
      return notRun(exit.message);
    case 'aborted':
      return { kind: 'cut-off' };
  }
}

/** What was not run costs nothing and would not run another time either. */
function notRun(reason: string): ActionEnding {
  return { kind: 'failed', reason, output: '', usd: 0, isFinal: true };
}
