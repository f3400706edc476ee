import type { Asker } from '../needs/asker.ts';
import type { Browser, Screenshot } from '../needs/browser.ts';
import type {
  ActionEnding,
  ActionRegistry,
  ExecuteAction,
  PlanTool,
  ActionContext,
  ActionOf,
} from '../needs/plan-actions.ts';
import { judgeStepPath } from '../rules/plan/step-path.ts';
import type { ExecResult, Processes } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { buildToolEnvironment, inherited, type VariablesOf } from '#check/run-tool.ts';

export interface PlanActionServices extends CommandServices {
  /** Executes the steps that read and change files. */
  readonly files: Pick<ActionRegistry, 'create_file' | 'modify_file' | 'delete_file' | 'read_file'>;
  readonly asker?: Asker;
  readonly browser?: Browser;
  /** Keeps a picture that a step took. */
  readonly keepScreenshot?: (stepId: number, screenshot: Screenshot) => Promise<void>;
  readonly tools?: ReadonlyMap<string, PlanTool>;
}

/** Names what executes each type of action; a type whose service is absent is not registered. */
export function createPlanActions(deps: PlanActionServices): ActionRegistry {
  const { files, asker, browser, tools, keepScreenshot } = deps;
  return {
    ...files,
    run_command: (action, context) => runCommandStep(deps, action, context),
    ...(asker !== undefined && { get_user_input: askPerson(asker) }),
    ...(browser !== undefined && { browser_act: driveBrowser(browser, keepScreenshot) }),
    ...(tools !== undefined && { tools }),
  };
}

/** Timers beyond this fire at once. */
const longestTimerMs = 2 ** 31 - 1;

function askPerson(asker: Asker): ExecuteAction<'get_user_input'> {
  return async ({ question, choices }, { timeoutMs, signal }) => {
    const patience = AbortSignal.any([
      signal,
      AbortSignal.timeout(Math.min(timeoutMs, longestTimerMs)),
    ]);
    const answer = await asker.ask({ question, choices }, patience);
    if (answer === undefined) return signal.aborted ? { kind: 'cut-off' } : { kind: 'asked' };
    if (choices === undefined || choices.includes(answer)) {
      return { kind: 'succeeded', output: answer, usd: 0 };
    }
    const reason = `${JSON.stringify(answer)} is none of the answers to choose from: ${choices.join(', ')}.`;
    return { kind: 'failed', reason, output: answer, usd: 0, isFinal: false };
  };
}

function driveBrowser(
  browser: Browser,
  keep: PlanActionServices['keepScreenshot'],
): ExecuteAction<'browser_act'> {
  return async ({ acts }, { stepId, timeoutMs, signal }): Promise<ActionEnding> => {
    const ending = await browser.act(acts, { timeoutMs, signal });
    if (ending.kind === 'absent') {
      return { kind: 'failed', reason: ending.reason, output: '', usd: 0, isFinal: true };
    }
    for (const screenshot of ending.screenshots) await keep?.(stepId, screenshot);
    if (ending.kind === 'done') return { kind: 'succeeded', output: ending.text };
    if (signal.aborted) return { kind: 'cut-off' };
    return { kind: 'failed', reason: ending.reason, output: '', isFinal: false };
  };
}

export interface CommandServices {
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly variablesOf?: VariablesOf | undefined;
}

/** Most that each stream of a command may hold. */
const maxOutputBytes = 8 * 1024 * 1024;

/** Runs the program of a step in a process group of its own, with little of our environment. */
export async function runCommandStep(
  { processes, scratch, variablesOf }: CommandServices,
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
