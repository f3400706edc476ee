import { describe, expect, it } from 'vitest';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { decisionTable } from '#ratchet/rules/decision/table/decision-table.ts';
import { checkKey } from '#ratchet/rules/observation/check-key.ts';
import { sha, t0 } from '../../../../support/samples.ts';
import {
  aFailedCheck,
  aHeld,
  aRedLook,
  someSettings,
} from '../../../../report/workspaces/looks.ts';

interface Case {
  readonly facts: Partial<LookFacts>;
  readonly settings?: Partial<RatchetSettings>;
  readonly action: string;
  readonly needsHuman: boolean;
}

const minute = 60_000;
const judging = { alone: true, sentence: 'hook (.npmrc).', vouchedBy: null };
const key = checkKey(aFailedCheck);

/** What stands against a fixup, one case for each. */
const cases: Readonly<Record<string, Case>> = {
  ATTEMPTS_SPENT: { facts: { attempts: 3 }, action: 'TERMINAL_FAILED', needsHuman: true },
  ARCHIVED: { facts: { archived: true }, action: 'CLEANUP_ONLY', needsHuman: false },
  PAUSED: { facts: { paused: 'ann' }, action: 'CLEANUP_ONLY', needsHuman: false },
  DRAFT: {
    facts: { draft: true },
    settings: { drafts: 'observe' },
    action: 'CLEANUP_ONLY',
    needsHuman: false,
  },
  UNTRUSTED_AUTHOR: {
    facts: { authorAssociation: 'NONE', labels: [] },
    settings: { enabled: true, trusted: ['OWNER'] },
    action: 'CLEANUP_ONLY',
    needsHuman: true,
  },
  UNVOUCHED: {
    facts: {
      vouching: { outsider: { by: 'mallory', at: t0 }, authorAt: null, askedAt: t0 - minute },
    },
    action: 'CLEANUP_ONLY',
    needsHuman: true,
  },
  MERGE_QUEUE: { facts: { inMergeQueue: true }, action: 'WAIT', needsHuman: false },
  FORK: {
    facts: { canPush: false, fromFork: true },
    settings: { forks: 'observe' },
    action: 'CLEANUP_ONLY',
    needsHuman: true,
  },
  NO_PERMISSION: {
    facts: { canPush: false },
    settings: { forks: 'observe' },
    action: 'CLEANUP_ONLY',
    needsHuman: true,
  },
  NO_WORKFLOWS_PERMISSION: {
    facts: { mergeState: 'conflicting', workflowsBlocked: true },
    action: 'CLEANUP_ONLY',
    needsHuman: true,
  },
  TAKEN_BACK: {
    facts: {
      refused: [{ kind: 'ci', commit: sha('c'), by: sha('d'), paths: [] }],
    },
    action: 'WAIT',
    needsHuman: true,
  },
  BUDGET_SPENT: {
    facts: { spentUsd: 9 },
    settings: { pullRequestUsd: 9 },
    action: 'TERMINAL_FAILED',
    needsHuman: true,
  },
  MONTH_SPENT: { facts: { monthSpent: true }, action: 'TERMINAL_FAILED', needsHuman: true },
  CRASHED: {
    facts: { relaunches: 4 },
    settings: { relaunches: 3 },
    action: 'WAIT',
    needsHuman: true,
  },
  NO_AGENT: {
    facts: { unavailable: { because: 'account', times: 1, at: t0 } },
    action: 'WAIT',
    needsHuman: true,
  },
  PARKED: { facts: { spent: true }, action: 'WAIT', needsHuman: true },
  JUDGING_REFUSED: {
    facts: {
      failed: [{ ...aFailedCheck, ours: true }],
      judging: { ...judging, standing: 'refused', alone: true },
    },
    action: 'WAIT',
    needsHuman: true,
  },
  JUDGING_UNVOUCHED: {
    facts: { ciStatus: 'unsettled', failed: [], judging: { ...judging, standing: 'asked' } },
    action: 'WAIT',
    needsHuman: true,
  },
  REVIEW_LEFT: {
    facts: { ciStatus: 'passed', failed: [], reviewLeft: true },
    action: 'WAIT',
    needsHuman: true,
  },
  NEVER_STARTED: {
    facts: {
      failure: { seenOn: 0, flaky: [], neverStarted: [{ name: 'unit', because: 'No money.' }] },
    },
    action: 'WAIT',
    needsHuman: true,
  },
  BASE_BROKEN: { facts: { onBase: [key] }, action: 'WAIT', needsHuman: false },
  BRANCH_UPDATE: {
    facts: { baseBroken: [key] },
    settings: { updateFromBase: true },
    action: 'WAIT',
    needsHuman: false,
  },
  INCIDENT: { facts: { incidentUntil: t0 + minute }, action: 'WAIT', needsHuman: false },
  FLAKY: {
    facts: { failure: { seenOn: 1, flaky: [aFailedCheck.runId] } },
    settings: { rerunOnce: true },
    action: 'WAIT',
    needsHuman: false,
  },
  RUNNING_TOO_LONG: {
    facts: { ciStatus: 'running', pending: [{ key: '1', name: 'tide', since: 0 }] },
    action: 'WAIT',
    needsHuman: true,
  },
  APPROVAL_NEEDED: {
    facts: { ciStatus: 'unsettled', held: [aHeld('approval')] },
    action: 'WAIT',
    needsHuman: true,
  },
  WORKFLOW_BROKEN: {
    facts: { ciStatus: 'unsettled', held: [aHeld('broken')] },
    action: 'WAIT',
    needsHuman: true,
  },
  UNKNOWN_TOO_LONG: {
    facts: { ciStatus: 'unsettled', unknownSince: 0 },
    action: 'WAIT',
    needsHuman: true,
  },
};

const look = (facts: Partial<LookFacts>) => aRedLook({ now: t0, failed: [aFailedCheck], ...facts });

describe('what stands against what the guards ask for', () => {
  it('has a case here for each', () => {
    const codes = decisionTable.obstacles.map(({ code }) => code);
    expect(Object.keys(cases).toSorted()).toEqual(codes.toSorted());
  });

  it.each(Object.entries(cases))('is %s', (code, { facts, settings, action, needsHuman }) => {
    expect(decide(look(facts), someSettings(settings))).toMatchObject({ code, action, needsHuman });
  });

  it('is asked again soon enough', () => {
    for (const { facts, settings } of Object.values(cases)) {
      const { nextCheckAt } = decide(look(facts), someSettings(settings));
      expect(nextCheckAt).toBeGreaterThan(t0);
      expect(nextCheckAt).toBeLessThanOrEqual(t0 + 10 * minute);
    }
  });

  it('is nothing where none of it is so', () => {
    expect(decide(look({}), someSettings())).toMatchObject({ action: 'FIX_CI' });
  });
});

describe('a review that was answered without a change', () => {
  it.each<[string, Partial<LookFacts>, string]>([
    ['a fixup of failed checks', {}, 'CI_FAILED'],
    ['a fixup of a conflict', { mergeState: 'conflicting' }, 'MERGE_CONFLICT'],
    [
      'a review that came since',
      { ciStatus: 'passed', reviewState: 'changes-requested' },
      'REVIEW',
    ],
    ['checks that run', { ciStatus: 'running' }, 'CI_RUNNING'],
    ['the switch', { labels: ['ratchet:off'] }, 'DISABLED'],
    ['the end of the pull request', { prState: 'merged' }, 'MERGED'],
  ])('holds up nothing but green, so not %s', (_, facts, code) => {
    expect(decide(look({ reviewLeft: true, ...facts }), someSettings()).code).toBe(code);
  });
});

describe('a base that was broken', () => {
  const settings = someSettings({ updateFromBase: true, unknownMs: 5 * minute });
  const at = (facts: Partial<LookFacts>) => decide(look({ baseBroken: [key], ...facts }), settings);

  it('is waited for until it is known to be mended, or for as long as anything uncertain is', () => {
    expect(at({ onBase: [key] }).code).toBe('BASE_BROKEN');
    expect(at({ baseUnknownSince: t0 }).code).toBe('BASE_BROKEN');
    expect(at({ baseUnknownSince: t0 - 5 * minute }).code).toBe('BASE_BROKEN');
    expect(at({ baseUnknownSince: t0 - 5 * minute - 1 }).code).toBe('BRANCH_UPDATE');
    expect(at({ baseUnknownSince: null }).code).toBe('BRANCH_UPDATE');
  });

  it('says why', () => {
    expect(at({ baseUnknownSince: t0 }).reason).not.toBe(at({ onBase: [key] }).reason);
  });

  it('excuses nothing that it never broke', () => {
    expect(at({ baseBroken: [], baseUnknownSince: t0 }).code).toBe('CI_FAILED');
  });
});

describe('a forge action that is under way', () => {
  const flaky = { failure: { seenOn: 1, flaky: [aFailedCheck.runId] } };
  const settings = someSettings({ rerunOnce: true });
  const asked = decide(look(flaky), settings).forgeAction;

  it('is waited for, since the forge acts on it some moments later', () => {
    const rerun = [`${look({}).headSha?.slice(0, 12)} ${key}`];
    expect(asked).toMatchObject({ kind: 'rerun', checks: [aFailedCheck] });
    const at = (errandSince: number | null) =>
      decide(look({ ...flaky, rerun, errandSince }), settings);
    expect(at(t0 - minute)).toMatchObject({ code: 'FLAKY', nextCheckAt: t0 + minute });
    expect(at(t0 - minute)).not.toHaveProperty('forgeAction');
    expect(at(t0 - 2 * minute)).toMatchObject({ action: 'FIX_CI' });
    expect(at(null)).toMatchObject({ action: 'FIX_CI' });
  });
});

it('runs an unreliable check once more for each event that it ran for', () => {
  const push = { ...aFailedCheck, event: 'push', runId: '8/1' };
  const pull = { ...aFailedCheck, event: 'pull_request', runId: '9/1' };
  const failure = { seenOn: 1, flaky: ['8/1', '9/1'] };
  const decided = (rerun: readonly string[]) =>
    decide(
      aRedLook({ failed: [push, pull], failure, rerun: [...rerun] }),
      someSettings({ rerunOnce: true }),
    );
  const [head = ''] = [aRedLook().headSha?.slice(0, 12)];
  expect(decided([]).forgeAction).toMatchObject({ checks: [push, pull] });
  expect(decided([`${head} ${key} (push)`]).forgeAction).toMatchObject({ checks: [pull] });
});
