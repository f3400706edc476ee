import { describe, expect, it } from 'vitest';
import type { Observation } from '#model/observation.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { collectLookFacts } from '#ratchet/rules/decision/collect-look-facts.ts';
import { anObservation, aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';
import { aLiveSession } from '../../../report/workspaces/looks.ts';

const around = {
  now: t0,
  paused: null,
  monthSpent: false,
  workflowsBlocked: false,
  failure: null,
};
const seen = anObservation({ headSha: sha('a') });

function facts(different: Partial<WorkspaceState> = {}, observation: Observation = seen) {
  return collectLookFacts({ ...aWorkspaceState(), ...different, observation }, around);
}

const withCi = (status: Observation['ci']['status']): Observation => ({
  ...seen,
  ci: { ...seen.ci, status },
});

describe('our own check', () => {
  const check = {
    id: runId('check-1'),
    kind: 'check',
    phase: 'reserved',
    headSha: sha('a'),
    startBy: t0,
    deadline: t0,
    launches: 0,
    fence: 0,
  } as const;

  it.each(['passed', 'none'] as const)('counts as running where checks are %s', (status) => {
    expect(facts({ check }, withCi(status)).ciStatus).toBe('running');
  });

  it.each(['failed', 'running', 'unsettled'] as const)('hides no %s', (status) => {
    expect(facts({ check }, withCi(status)).ciStatus).toBe(status);
  });

  it('of another head, or over, counts for nothing', () => {
    const older = { ...check, headSha: sha('c') };
    expect(facts({ check: older }, withCi('passed')).ciStatus).toBe('passed');
    expect(facts({}, withCi('passed')).ciStatus).toBe('passed');
  });
});

describe('how the code is judged', () => {
  const judging = { standing: 'asked', alone: true, sentence: 'hook (.npmrc).' } as const;
  const ofHead = { ...judging, headSha: sha('a'), runId: runId('check-1') };
  const vouched = { headSha: sha('a'), by: 'ann', at: t0 };

  it('is told of this very head, and so is who vouches for it', () => {
    expect(facts({ judging: ofHead }).judging).toEqual({ ...judging, vouchedBy: null });
    expect(facts({ judging: ofHead, vouchedJudging: vouched }).judging?.vouchedBy).toBe('ann');
    const older = { ...vouched, headSha: sha('c') };
    expect(facts({ judging: ofHead, vouchedJudging: older }).judging?.vouchedBy).toBeNull();
    expect(facts({ judging: { ...ofHead, headSha: sha('c') } })).not.toHaveProperty('judging');
  });
});

const lost = (headBefore: typeof seen.headSha) =>
  facts({
    lastSession: {
      runId: runId('run-1'),
      kind: 'ci',
      outcome: 'crashed',
      reason: 'It was lost.',
      at: t0,
      fingerprint: 'f',
      headBefore,
      relaunches: 2,
      patch: false,
    },
  });

describe('a thread that we answered by words alone', () => {
  const answered: Observation = { ...seen, review: { ...seen.review, answered: ['thread-1'] } };
  const know = (different: Partial<WorkspaceState>, observation = answered) => {
    const { reviewState, reviewLeft } = facts(different, observation);
    return { reviewState, reviewLeft };
  };

  it('waits for a person where a session changed nothing', () => {
    expect(know({ reviewLeft: 'to-people' })).toEqual({ reviewState: 'clear', reviewLeft: true });
    expect(know({})).toEqual({ reviewState: 'clear', reviewLeft: false });
  });

  it('is asked for once more where a person says so', () => {
    const asked = { reviewState: 'changes-requested', reviewLeft: false };
    expect(know({ reviewLeft: 'again' })).toEqual(asked);
  });

  it.each(['to-people', 'again'] as const)('is over once it is resolved, left %s', (reviewLeft) => {
    expect(know({ reviewLeft }, seen)).toEqual({ reviewState: 'clear', reviewLeft: false });
  });
});

describe('what a look knows', () => {
  it('is whether exactly this was acted on', () => {
    expect(facts({ spentFingerprints: ['other', seen.fingerprint] }).spent).toBe(true);
    expect(facts({ spentFingerprints: ['other'] }).spent).toBe(false);
  });

  it('is how often a worker was lost at this very head', () => {
    expect(lost(sha('a'))).toMatchObject({ relaunches: 2, lastReason: 'It was lost.' });
    expect(lost(sha('c')).relaunches).toBe(0);
  });

  it('is the session as it is, and whether it still counts', () => {
    expect(facts().session).toBeNull();
    expect(facts({ session: aLiveSession }).session).toMatchObject({
      phase: 'running',
      cancelled: null,
    });
    const session = { ...aLiveSession, cancelled: 'Somebody pushed.' };
    expect(facts({ session }).session).toMatchObject({ cancelled: 'Somebody pushed.' });
  });

  it.each([
    ['FLAKY', t0 - 9],
    ['BRANCH_UPDATE', t0 - 9],
    ['CI_FAILED', null],
  ])('is since when a forge action is under way, after %s', (code, errandSince) => {
    const lastDecision = { code, reason: 'So.', needsHuman: false, at: t0 - 9 };
    expect(facts({ lastDecision: { ...lastDecision, action: 'WAIT' } }).errandSince).toBe(
      errandSince,
    );
  });

  it('is whether checks have restarted that were not there when we pushed', () => {
    const ran = { ...seen, ci: { ...seen.ci, runIds: ['1', '2'] } };
    expect(facts({ staleCiSince: t0, lastCiRunIds: ['1'] }, ran)).toMatchObject({
      staleSince: t0,
      restarted: true,
    });
    expect(facts({ staleCiSince: t0, lastCiRunIds: ['1', '2'] }, ran).restarted).toBe(false);
  });
});
