import type { StructuredStep } from '#model/structured-plan.ts';
import type { Clock } from '#base/needs/clock.ts';
import { errorMessage } from '#base/errors.ts';
import type {
  ActionContext,
  ActionEnding,
  ActionOf,
  ActionRegistry,
  ExecuteAction,
  ActionType,
} from '../needs/plan-actions.ts';

export interface ActionServices {
  readonly clock: Clock;
  readonly actions: ActionRegistry;
}

/** Executes an action by what the registry names for its type. */
export async function executeAction(
  deps: ActionServices,
  action: StructuredStep['action'],
  context: ActionContext,
): Promise<ActionEnding> {
  const { actions } = deps;
  switch (action.type) {
    case 'create_file':
      return by(actions.create_file, action, context);
    case 'modify_file':
      return by(actions.modify_file, action, context);
    case 'delete_file':
      return by(actions.delete_file, action, context);
    case 'read_file':
      return by(actions.read_file, action, context);
    case 'run_command':
      return by(actions.run_command, action, context);
    case 'get_user_input':
      return by(actions.get_user_input, action, context);
    case 'browser_act':
      return by(actions.browser_act, action, context);
    case 'use_tool':
      return useTool(deps, action, context);
  }
}

async function by<Type extends ActionType>(
  carryOut: ExecuteAction<Type> | undefined,
  action: ActionOf<Type>,
  context: ActionContext,
): Promise<ActionEnding> {
  if (carryOut !== undefined) return carryOut(action, context);
  return failFinally(
    `Steps of the type ${action.type} cannot be executed here: leave such steps out of the plan.`,
  );
}

/** How long a tool may take to end once its time is up. */
const graceMs = 5_000;

async function useTool(
  { clock, actions }: ActionServices,
  action: ActionOf<'use_tool'>,
  context: ActionContext,
): Promise<ActionEnding> {
  const tool = actions.tools?.get(action.tool);
  if (tool === undefined) return failFinally(unknownTool(action.tool, actions));
  const { timeoutMs, signal } = context;
  const [over, ended] = [new AbortController(), new AbortController()];
  const late = clock
    .sleep(timeoutMs, AbortSignal.any([signal, ended.signal]))
    .then(
      () => over.abort(),
      () => undefined,
    )
    .then(() => clock.sleep(graceMs, ended.signal))
    .catch(() => undefined);
  const own = { ...context, signal: AbortSignal.any([signal, over.signal]) };
  const use = tool(action.input, own).catch((error: unknown) => reportBrokenTool(action, error));
  const ending = await Promise.race([use, late.then(() => undefined)]);
  ended.abort();
  const isInTime = ending !== undefined && !over.signal.aborted;
  if (signal.aborted && (!isInTime || ending.kind === 'failed')) return { kind: 'cut-off' };
  if (isInTime) return ending;
  const reason = `The tool ${action.tool} had not ended after ${timeoutMs} ms.`;
  return { ...failFinally(reason), isFinal: false };
}

function unknownTool(name: string, { tools }: ActionRegistry): string {
  const known = [...(tools?.keys() ?? [])];
  const choice = known.length === 0 ? 'there is none' : `there are ${known.join(', ')}`;
  return `No tool is called ${name} here; ${choice}.`;
}

function reportBrokenTool({ tool }: ActionOf<'use_tool'>, error: unknown): ActionEnding {
  const message = errorMessage(error);
  return { ...failFinally(`The tool ${tool} broke: ${message}`), isFinal: false };
}

function failFinally(reason: string): Extract<ActionEnding, { kind: 'failed' }> {
  return { kind: 'failed', reason, output: '', usd: 0, isFinal: true };
}
