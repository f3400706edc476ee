import type { StructuredStep } from '#model/structured-plan.ts';
import type { PathChange } from './snapshots.ts';

type Action = StructuredStep['action'];
export type ActionType = Action['type'];
export type ActionOf<Type extends ActionType> = Extract<Action, { type: Type }>;

/** What an action is executed with. */
export interface ActionContext {
  /** Folder of the plan, absolute. */
  readonly folder: string;
  readonly stepId: number;
  readonly timeoutMs: number;
  /** Ends the action when the plan is to stop. */
  readonly signal: AbortSignal;
  /** Writes down a change of a file; to be called before it is made. */
  readonly record: (change: PathChange) => void;
}

export type ActionEnding =
  /** Without `usd` its cost is unknown. */
  | { readonly kind: 'succeeded'; readonly output: string; readonly usd?: number }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly output: string;
      readonly usd?: number;
      /** Another attempt would end in the same way. */
      readonly isFinal: boolean;
    }
  /** A person was asked and has not answered. */
  | { readonly kind: 'asked' }
  /** The signal ended it. */
  | { readonly kind: 'cut-off' };

export type ExecuteAction<Type extends ActionType> = (
  action: ActionOf<Type>,
  context: ActionContext,
) => Promise<ActionEnding>;

/** A tool for steps of the type `use_tool`. It may change the folder; what it changed is found afterwards. */
export type PlanTool = (
  input: ActionOf<'use_tool'>['input'],
  context: Omit<ActionContext, 'record'>,
) => Promise<ActionEnding>;

/** What executes each type of action. A step of another type fails. */
export type ActionRegistry = {
  readonly [Type in Exclude<ActionType, 'use_tool'>]?: ExecuteAction<Type>;
} & {
  /** By name, for steps of the type `use_tool`. */
  readonly tools?: ReadonlyMap<string, PlanTool>;
};
