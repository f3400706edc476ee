import type { StructuredStep } from '#model/structured-plan.ts';

type Action = StructuredStep['action'];

/**
 * Whether an action may be done again though it may have been done already, in part or in full.
 * Files are: a file that is as wanted already counts as done.
 */
export function isRepeatable(action: Action): boolean {
  switch (action.type) {
    case 'create_file':
    case 'modify_file':
    case 'delete_file':
    case 'read_file':
    case 'get_user_input':
      return true;
    case 'run_command':
      return action.idempotent;
    case 'browser_act':
      return action.acts.every((act) => act.do !== 'click' && act.do !== 'type');
    case 'use_tool':
      return false;
  }
}
