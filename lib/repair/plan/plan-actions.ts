import type { Asker } from '../needs/asker.ts';
import type { Browser, Screenshot } from '../needs/browser.ts';
import type {
  ActionEnding,
  ActionRegistry,
  ExecuteAction,
  PlanTool,
} from '../needs/plan-actions.ts';
import { type CommandStepDeps, runCommandStep } from './run-command-step.ts';

export interface PlanActionsDeps extends CommandStepDeps {
  /** Carries out the steps that read and change files. */
  readonly files: Pick<ActionRegistry, 'create_file' | 'modify_file' | 'delete_file' | 'read_file'>;
  readonly asker?: Asker;
  readonly browser?: Browser;
  /** Keeps a picture that a step took. */
  readonly keepScreenshot?: (stepId: number, screenshot: Screenshot) => Promise<void>;
  readonly tools?: ReadonlyMap<string, PlanTool>;
}

/** Names who carries out each type of action; whoever is absent leaves its type to nobody. */
export function createPlanActions(deps: PlanActionsDeps): ActionRegistry {
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
  keep: PlanActionsDeps['keepScreenshot'],
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
