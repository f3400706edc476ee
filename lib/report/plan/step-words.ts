import type { StepProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { commandLine } from '../command-line.ts';
import { span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import type { Mood } from '../run/words.ts';
import { counted } from '#base/words.ts';

/** What an action works on, as briefly as it can be said. */
export function stepTarget({ action }: StructuredStep): string {
  switch (action.type) {
    case 'create_file':
    case 'modify_file':
    case 'delete_file':
    case 'read_file':
      return action.path;
    case 'run_command':
      return commandLine(action.argv);
    case 'get_user_input':
      return action.question;
    case 'browser_act':
      return action.acts.map((act) => act.do.replace('_', ' ')).join(', ');
    case 'use_tool':
      return action.tool;
  }
}

/** When a step runs: after which others, and on which conditions. */
export function stepConditions({ dependsOn, onlyIf = [] }: StructuredStep): readonly string[] {
  const after = [...new Set(dependsOn)].toSorted((a, b) => a - b);
  return [
    ...(after.length === 0 ? [] : [`after ${after.join(', ')}`]),
    ...onlyIf.map(({ step, is, outputContains: text }) => {
      const output = text === undefined ? '' : ` with ${JSON.stringify(text)} in its output`;
      return `only if ${step} ${is}${output}`;
    }),
  ];
}

export const moodOfStep: Readonly<Record<StepProgress['status'], Mood>> = {
  pending: 'plain',
  running: 'plain',
  succeeded: 'good',
  failed: 'bad',
  skipped: 'plain',
  rolled_back: 'unsure',
  blocked: 'unsure',
};

/** How a step went, beside its status. */
export function stepFacts({ attempts, startedAt, endedAt, usd }: StepProgress): readonly string[] {
  return [
    ...(startedAt !== undefined && endedAt !== undefined ? [span(endedAt - startedAt)] : []),
    ...(attempts > 1 ? [counted(attempts, 'attempt')] : []),
    ...(usd > 0 ? [dollars(usd)] : []),
  ];
}
