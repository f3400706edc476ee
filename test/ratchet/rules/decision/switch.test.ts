import { describe, expect, it } from 'vitest';
import {
  isSwitchedOnByPerson,
  isEnabled,
  type SwitchFacts,
} from '#ratchet/rules/decision/switch.ts';

const labels = [[], ['ratchet'], ['ratchet:off'], ['ratchet', 'ratchet:off']] as const;
const said = [null, 'on', 'off'] as const;
const everything = labels.flatMap((names) =>
  said.flatMap((switchedTo) =>
    [true, false].map((enabled) => ({ labels: [...names], switchedTo, enabled })),
  ),
);

const isOn = ({ enabled, ...facts }: SwitchFacts & { readonly enabled: boolean }) =>
  isEnabled(facts, { enabled });

describe('the switch', () => {
  it.each(everything.filter((one) => one.labels.includes('ratchet:off')))(
    'is off by its label, whatever else is said: %o',
    (facts) => {
      expect(isOn(facts)).toBe(false);
    },
  );

  it.each(
    everything.filter((one) => !one.labels.includes('ratchet:off') && one.switchedTo !== null),
  )('is as a person said last, without the label for off: %o', (facts) => {
    expect(isOn(facts)).toBe(facts.switchedTo === 'on');
  });

  it.each([
    { labels: ['ratchet'], enabled: false, expected: true },
    { labels: ['ratchet'], enabled: true, expected: true },
    { labels: ['bug'], enabled: true, expected: true },
    { labels: ['bug'], enabled: false, expected: false },
  ])('is as the label or the configuration says where nobody said anything: %o', (one) => {
    expect(isOn({ ...one, switchedTo: null })).toBe(one.expected);
  });
});

it('is asked for by the label or by a person, and not by the configuration', () => {
  expect(isSwitchedOnByPerson({ labels: ['ratchet'], switchedTo: null })).toBe(true);
  expect(isSwitchedOnByPerson({ labels: [], switchedTo: 'on' })).toBe(true);
  expect(isSwitchedOnByPerson({ labels: ['bug'], switchedTo: null })).toBe(false);
  expect(isSwitchedOnByPerson({ labels: [], switchedTo: 'off' })).toBe(false);
});
