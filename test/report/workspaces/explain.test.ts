import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LookFacts } from '#model/look-facts.ts';
import { explainDecision } from '#report/workspaces/replay.ts';
import { sha, t0 } from '../../support/samples.ts';
import {
  aFailedCheck,
  aHeld,
  aLook,
  anyLook,
  anySettings,
  aRedLook,
  aStoredDecision,
  someSettings,
} from './looks.ts';

const linesOf = (facts: LookFacts) =>
  explainDecision(aStoredDecision(facts)).map(({ code, holds }) => `${code} ${holds ?? '-'}`);

/** Held before the decision, so it was asked and is part of the way. */
const heldOf = (facts: LookFacts) =>
  explainDecision(aStoredDecision(facts)).flatMap(({ code, holds }) =>
    holds === true ? [code] : [],
  );

describe('a decision, explained', () => {
  it('asks guard by guard, up to the first that holds', () => {
    expect(linesOf(aLook({ ciStatus: 'running' }))).toEqual([
      'STOPPING false',
      'SESSION_LIVE false',
      'WORKING_SESSION false',
      'NO_PULL_REQUEST false',
      'CLOSED false',
      'MERGED false',
      'CI_RUNNING true',
      'STALE_CI -',
      'STALE_CI_TIMEOUT -',
      'DISABLED -',
      'MERGE_CONFLICT -',
      'UNSETTLED -',
      'CI_FAILED -',
      'REVIEW -',
      'GREEN -',
      'RUNNING_TOO_LONG false',
    ]);
  });

  it('asks before a fixup whether anything stands against it', () => {
    const lines = linesOf(aRedLook({ paused: 'ann', attempts: 2 }));
    expect(lines.slice(lines.indexOf('CI_FAILED true'))).toEqual([
      'CI_FAILED true',
      'REVIEW -',
      'GREEN -',
      'ATTEMPTS_SPENT false',
      'ARCHIVED false',
      'PAUSED true',
      ...['DRAFT', 'UNTRUSTED_AUTHOR', 'UNVOUCHED', 'MERGE_QUEUE', 'FORK', 'NO_PERMISSION'].map(
        (c) => `${c} -`,
      ),
      'TAKEN_BACK -',
      ...['BUDGET_SPENT', 'MONTH_SPENT', 'CRASHED', 'NO_AGENT', 'PARKED'].map((c) => `${c} -`),
      'NEVER_STARTED -',
      'BASE_BROKEN -',
      ...['BRANCH_UPDATE', 'INCIDENT', 'FLAKY', 'JUDGING_REFUSED', 'CONFIG_BROKEN'].map(
        (c) => `${c} -`,
      ),
    ]);
    const free = linesOf(aRedLook());
    expect(free.slice(free.indexOf('GREEN -') + 1).every((line) => line.endsWith('false'))).toBe(
      true,
    );
  });

  it.each<[LookFacts, readonly string[]]>([
    [aLook(), ['GREEN']],
    [aRedLook(), ['CI_FAILED']],
    [aRedLook({ attempts: 3 }), ['CI_FAILED', 'ATTEMPTS_SPENT']],
    [aRedLook({ attempts: 3, mergeState: 'unknown' }), ['CI_FAILED', 'ATTEMPTS_SPENT']],
    [aLook({ mergeState: 'conflicting', attempts: 3 }), ['MERGE_CONFLICT', 'ATTEMPTS_SPENT']],
    [aLook({ ciStatus: 'unsettled' }), ['UNSETTLED']],
    [aLook({ ciStatus: 'unsettled', unknownSince: 0 }), ['UNSETTLED', 'UNKNOWN_TOO_LONG']],
    [aLook({ ciStatus: 'unsettled', held: [aHeld('approval')] }), ['UNSETTLED', 'APPROVAL_NEEDED']],
    [aLook({ ciStatus: 'unsettled', held: [aHeld('broken')] }), ['UNSETTLED', 'WORKFLOW_BROKEN']],
    [
      aLook({ ciStatus: 'running', pending: [{ key: '1', name: 'tide', since: 0 }] }),
      ['CI_RUNNING', 'RUNNING_TOO_LONG'],
    ],
    [aRedLook({ onBase: ['actions / ci / unit'] }), ['CI_FAILED', 'BASE_BROKEN']],
  ])('says by what it came about %#', (facts, codes) => {
    expect(heldOf(facts)).toEqual(codes);
  });

  it('says what was known', () => {
    const seen = new Map(
      explainDecision(
        aStoredDecision(
          aRedLook({
            failed: [{ ...aFailedCheck, name: 'unit\u{202E} tests\n' }],
            labels: ['ratchet'],
          }),
        ),
      ).map((one) => [one.code, one.seen]),
    );
    expect(seen.get('CI_FAILED')).toBe('unit\u{FFFD} tests');
    expect(seen.get('DISABLED')).toBe('on: last command none; labels ratchet; configured off');
    const stale = explainDecision(aStoredDecision(aLook({ staleSince: t0 - 60_000 })));
    expect(stale.find(({ holds }) => holds)).toMatchObject({
      code: 'STALE_CI',
      seen: expect.stringMatching(/^waiting for 1 min 00 s, at most \d+ min 00 s$/),
    });
  });

  it('says that settings were broken, whatever they kept from being done', () => {
    const broken = { configProblem: 'line 3' };
    for (const [facts, guard] of [
      [aRedLook(), 'CI_FAILED'],
      [aLook({ labels: ['ratchet:off'] }), 'DISABLED'],
    ] as const) {
      const asked = explainDecision(aStoredDecision({ ...facts, ...broken }));
      const held = asked.flatMap(({ code, holds }) => (holds === true ? [code] : []));
      expect(held).toEqual([guard, 'CONFIG_BROKEN']);
    }
  });

  it('ends with what decided, in everything that can be known, and asks for each thing once', () => {
    fc.assert(
      fc.property(anyLook, anySettings, (facts, settings) => {
        const decision = aStoredDecision(facts, { settings });
        const asked = explainDecision(decision);
        const held = asked.filter(({ holds }) => holds === true);
        expect(held.at(-1)?.code).toBe(decision.code);
        // A guard and what stands against it, and broken settings against either.
        expect(held.length).toBeLessThanOrEqual(facts.configProblem === undefined ? 2 : 3);
        expect(new Set(asked.map(({ code }) => code)).size).toBe(asked.length);
        expect(asked.filter(({ seen, asks }) => seen === '' || !asks.endsWith('?'))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

const red: Partial<LookFacts> = { ciStatus: 'failed', failed: [aFailedCheck] };

type Causes = Readonly<Record<string, Partial<LookFacts>>>;

/** One thing that makes each of them hold. */
const guardCauses: Causes = {
  SESSION_LIVE: {
    session: {
      phase: 'publishing',
      headBefore: sha('a'),
      startBy: t0,
      deadline: t0,
      cancelled: null,
    },
  },
  WORKING_SESSION: { hold: { holder: 'bob', state: 'working', expiresAt: t0 + 1 } },
  CLOSED: { prState: 'closed' },
  CI_RUNNING: { ciStatus: 'running' },
  STALE_CI: { staleSince: t0 },
  STALE_CI_TIMEOUT: { staleSince: 0 },
  DISABLED: { labels: ['ratchet:off'] },
  // A branch in conflict starts no checks, so none are awaited.
  MERGE_CONFLICT: { mergeState: 'conflicting', staleSince: null },
  CI_FAILED: red,
  REVIEW: { reviewState: 'changes-requested' },
};

const obstacleCauses: Causes = {
  ATTEMPTS_SPENT: { attempts: 3 },
  ARCHIVED: { archived: true },
  PAUSED: { paused: 'ann' },
  DRAFT: { draft: true },
  UNTRUSTED_AUTHOR: { authorAssociation: 'NONE', labels: [] },
  UNVOUCHED: {
    vouching: { outsider: { by: 'mallory', at: t0 }, authorAt: null, askedAt: null },
  },
  MERGE_QUEUE: { inMergeQueue: true },
  FORK: { canPush: false, fromFork: true },
  BUDGET_SPENT: { spentUsd: 1_000 },
  MONTH_SPENT: { monthSpent: true },
  CRASHED: { relaunches: 99 },
  NO_AGENT: { unavailable: { because: 'provider', times: 1, at: t0 } },
  PARKED: { spent: true },
  NEVER_STARTED: {
    failure: { seenOn: 0, flaky: [], neverStarted: [{ name: 'unit', because: 'No money.' }] },
  },
  BASE_BROKEN: { onBase: ['actions / ci / unit'] },
  BRANCH_UPDATE: { onBase: [], baseBroken: ['actions / ci / unit'] },
  INCIDENT: { incidentUntil: t0 + 1 },
  FLAKY: { failure: { seenOn: 1, flaky: ['7/1'] } },
};

describe('the order of the questions', () => {
  const settings = someSettings({ enabled: true, forks: 'observe', drafts: 'observe' });
  const ordered = explainDecision(aStoredDecision(aRedLook(), { settings })).map(
    ({ code }) => code,
  );
  const rank = (code: string) => ordered.findIndex((one) => one === code);

  it.each<[string, Causes, Partial<LookFacts>]>([
    ['guards', guardCauses, {}],
    ['obstacles', obstacleCauses, red],
  ])('is that in which the rules ask: %s', (_, causes, common) => {
    const all = Object.entries(causes);
    for (const [[one, first], [two, second]] of all.flatMap((a) =>
      all.map((b) => [a, b] as const),
    )) {
      const isPossible = Object.keys(first).every((key) => one === two || !(key in second));
      if (!isPossible) continue;
      const { code } = aStoredDecision(aLook({ ...common, ...first, ...second }), { settings });
      expect({ one, two, code }).toEqual({ one, two, code: rank(one) <= rank(two) ? one : two });
    }
  });
});
