import { oneLine, shortened } from '#base/plain-text.ts';
import type { CheckFacts } from './facts.ts';

export type NamedCheck = Pick<CheckFacts, 'app' | 'workflow' | 'name'>;

/** How a check is named where sets of checks are compared. */
export function checkKey({ app, workflow, name }: NamedCheck): string {
  return [app, workflow, name].filter((part) => part !== undefined).join(' / ');
}

/** The same for people, who see what each execution was for. */
export function checkLabel({
  name,
  workflow,
  event,
}: Pick<CheckFacts, 'event' | 'name' | 'workflow'>): string {
  const label = workflow === undefined ? name : `${workflow} / ${name}`;
  return shortened(oneLine(event === undefined ? label : `${label} (${event})`), 120);
}
