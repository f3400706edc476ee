import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import { switchLabel } from '../observation/labels.ts';

const labelOff = 'ratchet:off';

export type SwitchFacts = Pick<LookFacts, 'labels' | 'switchedTo'>;

/** Off beats everything; then what a person said last; then the label; then the configuration. */
export function isEnabled(
  { labels, switchedTo }: SwitchFacts,
  { enabled }: Pick<RatchetSettings, 'enabled'>,
): boolean {
  if (labels.includes(labelOff)) return false;
  if (switchedTo !== null) return switchedTo === 'on';
  return labels.includes(switchLabel) || enabled;
}

/** A person who may label or command asked for this very pull request. */
export function isSwitchedOnByPerson({ labels, switchedTo }: SwitchFacts): boolean {
  return switchedTo === 'on' || labels.includes(switchLabel);
}
