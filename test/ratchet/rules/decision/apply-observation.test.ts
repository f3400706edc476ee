import { describe, expect, it } from 'vitest';
import type { WorkspaceState } from '#model/workspace.ts';
import { applyObservation } from '#ratchet/rules/decision/apply-observation.ts';
import { anObservation, aWorkspaceState, sha, t0 } from '../../../support/samples.ts';
import { aLiveSession, someSettings } from '../../../report/workspaces/looks.ts';

const tried: WorkspaceState = aWorkspaceState({
  consecutiveFixupAttempts: 2,
  staleCiSince: t0 - 1,
  lastCiRunIds: ['7'],
  spentFingerprints: ['failed'],
  observation: anObservation({ headSha: sha('a') }),
});

function look(before: WorkspaceState, different: Parameters<typeof anObservation>[0] = {}) {
  return applyObservation(before, anObservation(different), { settings: someSettings(), now: t0 });
}

const moved = { headSha: sha('c') };

describe('a head that moved', () => {
  it('begins anew when somebody else moved it', () => {
    const after = look(tried, moved);
    expect(after).toMatchObject({ consecutiveFixupAttempts: 0, lastCiRunIds: [], lastPushAt: t0 });
    expect(after).not.toHaveProperty('staleCiSince');
  });

  it('is the answer of somebody else to a review that was left to people', () => {
    const left = { ...tried, reviewLeft: 'to-people' } as const;
    expect(look(left, moved)).not.toHaveProperty('reviewLeft');
    expect(look(left).reviewLeft).toBe('to-people');
  });

  it('withdraws what a plan asked about the head before it, and so does the end', () => {
    const asking = { ...tried, question: 'Which?' };
    expect(look(asking).question).toBe('Which?');
    expect(look(asking, moved)).not.toHaveProperty('question');
    expect(look(asking, { state: 'merged' })).not.toHaveProperty('question');
  });

  it('is ours when we pushed it or brought it up to date', () => {
    const push = { sha: sha('c'), tree: sha('e'), undo: 'undo', kind: 'ci', at: t0 } as const;
    expect(look({ ...tried, pushes: [push] }, moved).consecutiveFixupAttempts).toBe(2);
    const updatedFrom = { headSha: sha('a'), baseSha: sha('b') };
    const merge = { ...moved, headParents: [sha('a'), sha('b')] };
    expect(look({ ...tried, updatedFrom }, merge).consecutiveFixupAttempts).toBe(2);
    expect(look(tried, merge).consecutiveFixupAttempts).toBe(0);
  });

  it('is not judged while a session publishes', () => {
    const session = { ...aLiveSession, phase: 'publishing' } as const;
    expect(look({ ...tried, session }, moved).consecutiveFixupAttempts).toBe(2);
  });

  it('is none at the first look', () => {
    const { observation: _, ...never } = tried;
    expect(look(never, moved).consecutiveFixupAttempts).toBe(2);
  });
});

const ci = (runIds: string[]) => ({ ci: { ...anObservation().ci, runIds } });

describe('checks after our push', () => {
  it('have restarted once another execution is there', () => {
    expect(look(tried, ci(['7']))).toMatchObject({ staleCiSince: t0 - 1, lastCiRunIds: ['7'] });
    expect(look(tried, ci(['7', '8']))).not.toHaveProperty('staleCiSince');
  });
});

describe('a base that broke checks of the branch', () => {
  const test = { app: 'actions', name: 'test', runId: '7' };
  const red = (onBase: string[]) => ({
    ...anObservation().ci,
    verdict: 'failed' as const,
    failed: [test],
    onBase,
  });
  const broken = look(tried, { ci: red(['actions / test']) });

  it('is remembered while the branch is red by it, or runs again', () => {
    expect(broken.baseBroken).toEqual(['actions / test']);
    expect(look(broken, { ci: red([]) }).baseBroken).toEqual(['actions / test']);
    const running = { ...anObservation().ci, verdict: 'running' as const };
    expect(look(broken, { ci: running }).baseBroken).toEqual(['actions / test']);
  });

  it('is forgotten once the branch is green, or has another head', () => {
    expect(look(broken)).not.toHaveProperty('baseBroken');
    expect(look(broken, { ...moved, ci: red([]) })).not.toHaveProperty('baseBroken');
  });
});

describe('the switch', () => {
  it('begins anew when it is switched on again, and only then', () => {
    const off = { ...tried, enabled: false };
    expect(look(off)).toMatchObject({
      enabled: true,
      consecutiveFixupAttempts: 0,
      spentFingerprints: [],
    });
    expect(look(tried)).toMatchObject({
      enabled: true,
      consecutiveFixupAttempts: 2,
      spentFingerprints: ['failed'],
    });
    const beaten = look(tried, { labels: ['ratchet', 'ratchet:off'] });
    expect(beaten).toMatchObject({ enabled: false, consecutiveFixupAttempts: 2 });
  });
});

describe('what passes by itself', () => {
  it('is remembered since when nothing is certain, and forgotten once something is', () => {
    const unknown = look(tried, { mergeable: 'unknown' });
    expect(unknown.unknownSince).toBe(t0);
    expect(look({ ...tried, unknownSince: 5 }, { mergeable: 'unknown' }).unknownSince).toBe(5);
    expect(look(unknown)).not.toHaveProperty('unknownSince');
  });

  it('is archived when it is over, and taken up again when it is opened again', () => {
    const closed = look(tried, { state: 'closed' });
    expect(closed.archivedAt).toBe(t0);
    expect(look(closed)).not.toHaveProperty('archivedAt');
  });

  it('is the end of a hold', () => {
    const hold = { id: 'hold', holder: 'ann', state: 'working' } as const;
    expect(look({ ...tried, manualSession: { ...hold, expiresAt: t0 } })).not.toHaveProperty(
      'manualSession',
    );
    expect(look({ ...tried, manualSession: { ...hold, expiresAt: t0 + 1 } })).toHaveProperty(
      'manualSession',
    );
  });
});
