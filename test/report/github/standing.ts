import type { LastSession } from '#model/workspace.ts';
import type { NextLookContext } from '#report/github/sticky.ts';
import { toRatchetSettings, defaultConfig } from '#ratchet/read-settings.ts';
import { anObservation, aWorkspaceState, runId, sha, t0 } from '../../support/samples.ts';

type State = Parameters<typeof aWorkspaceState>[0];

/** A pull request whose checks run. */
export function standing(state: State = {}, now = t0): NextLookContext {
  return {
    state: aWorkspaceState({
      observation: anObservation(),
      lastDecision: decided({}),
      ...state,
    }),
    now,
    settings: toRatchetSettings(defaultConfig()),
  };
}

type Decided = NonNullable<NonNullable<State>['lastDecision']>;

export const decided = (different: Partial<Decided>): Decided => ({
  action: 'WAIT',
  code: 'CI_RUNNING',
  reason: 'Checks are running.',
  needsHuman: false,
  at: t0,
  ...different,
});

export const ended = (different: Partial<LastSession> = {}): LastSession => ({
  runId: runId('run-1'),
  kind: 'ci',
  outcome: 'pushed',
  reason: 'Pushed dddddddddddd.',
  at: t0 + 5,
  fingerprint: 'fingerprint-1',
  headBefore: sha('a'),
  relaunches: 0,
  patch: false,
  ...different,
});

type Live = NonNullable<NonNullable<State>['session']>;

export const live = (different: Partial<Live> = {}): Live => ({
  id: 'run-2',
  kind: 'review',
  phase: 'running',
  headBefore: sha('a'),
  headTree: sha('7'),
  fingerprint: 'fingerprint-2',
  runIdsBefore: [],
  reservedAt: t0,
  startBy: t0 + 60_000,
  deadline: t0 + 3_600_000,
  launches: 1,
  fence: 1,
  ...different,
});
