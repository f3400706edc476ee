import type { CheckFacts } from './facts.ts';

export type NamedCheck = Pick<CheckFacts, 'app' | 'workflow' | 'name'>;

/** How a check is named where sets of checks are compared. */
export function checkKey({ app, workflow, name }: NamedCheck): string {
  return [app, workflow, name].filter((part) => part !== undefined).join(' / ');
}
