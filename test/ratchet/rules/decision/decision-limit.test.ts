import { expect, it } from 'vitest';
import { decisionLimit } from '#ratchet/rules/decision/decision-limit.ts';
import { defaultConfig, toRatchetSettings } from '#ratchet/read-settings.ts';
import { aWorkspaceState, t0 } from '../../../support/samples.ts';

type State = NonNullable<Parameters<typeof aWorkspaceState>[0]>;

const settings = toRatchetSettings(defaultConfig());

const all = {
  manualSession: { id: 'hold-1', holder: 'octo', state: 'working', expiresAt: t0 + 1 },
  incident: { fingerprint: 'f', until: t0 + 2 },
  staleCiSince: t0 + 3,
} satisfies Partial<State>;

const limitAfter = (code: string, state: State = all) =>
  decisionLimit(
    aWorkspaceState({
      ...state,
      lastDecision: { action: 'WAIT', code, reason: 'It waits.', needsHuman: false, at: t0 },
    }),
    settings,
  );

it.each([
  ['WORKING_SESSION', t0 + 1],
  ['INCIDENT', t0 + 2],
  ['STALE_CI', t0 + 3 + settings.staleCiMs],
  ['STALE_CI_TIMEOUT', undefined],
  ['CI_RUNNING', undefined],
])('after %s only its own limit counts', (code, limit) => {
  expect(limitAfter(code)).toBe(limit);
});

it.each(['WORKING_SESSION', 'INCIDENT', 'STALE_CI'])('is none after %s once it is over', (code) => {
  expect(limitAfter(code, {})).toBeUndefined();
});
