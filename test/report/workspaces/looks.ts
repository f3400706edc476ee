import * as fc from 'fast-check';
import {
  type LookFacts,
  lookFacts,
  type RatchetSettings,
  ratchetSettings,
} from '#model/look-facts.ts';
import { session, sessionPhase } from '#model/session.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import type { StoredDecision } from '#report/workspaces/stored-decision.ts';
import { toRatchetSettings, defaultConfig } from '#ratchet/read-settings.ts';
import { sha, t0 } from '../../support/samples.ts';

const green: LookFacts = {
  now: t0,
  prState: 'open',
  headSha: sha('a'),
  baseSha: sha('b'),
  headParent: sha('9'),
  ciStatus: 'passed',
  ciSince: t0 - 600_000,
  mergeState: 'mergeable',
  reviewState: 'clear',
  reviewLeft: false,
  missing: [],
  failed: [],
  onBase: [],
  baseUnknownSince: null,
  draft: false,
  inMergeQueue: false,
  fromFork: false,
  canPush: true,
  workflowsBlocked: false,
  authorAssociation: 'MEMBER',
  labels: ['ratchet'],
  switchedTo: null,
  paused: null,
  attempts: 0,
  staleSince: null,
  restarted: false,
  hold: null,
  session: null,
  refused: [],
  spent: false,
  lastReason: null,
  relaunches: 0,
  unavailable: null,
  spentUsd: 0,
  monthSpent: false,
  baseBroken: [],
  updatedFrom: null,
  rerun: [],
  failure: null,
  incidentUntil: null,
  unknownSince: null,
  errandSince: null,
};

/** What a look at a pull request knows on which nothing is left to do, with what the caller wants different. */
export function aLook(different: Partial<LookFacts> = {}): LookFacts {
  return { ...green, ...different };
}

/** A session whose worker runs. */
export const aLiveSession = session.parse({
  id: 'run-1',
  kind: 'ci',
  phase: 'running',
  startBy: t0,
  deadline: t0,
  launches: 1,
  fence: 1,
  taskRef: 'task-9',
  headBefore: sha('a'),
  headTree: sha('7'),
  fingerprint: 'f',
  runIdsBefore: [],
  reservedAt: t0,
});

export const aFailedCheck = {
  app: 'actions',
  workflow: 'ci',
  name: 'unit',
  runId: '7/1',
  jobId: '7',
};

/** A run of a workflow that says something without any check. */
export function aHeld(says: NonNullable<LookFacts['held']>[number]['says'], name = 'CI') {
  return { id: `CS_${name}`, name, event: 'pull_request', says, since: t0 - 60_000 };
}

/** Checks failed, and a fixup is asked for. */
export function aRedLook(different: Partial<LookFacts> = {}): LookFacts {
  return aLook({ ciStatus: 'failed', failed: [aFailedCheck], ...different });
}

export function someSettings(different: Partial<RatchetSettings> = {}): RatchetSettings {
  return { ...toRatchetSettings(defaultConfig()), ...different };
}

/** What was decided from this, as the log gives it back. */
export function aStoredDecision(
  facts: LookFacts,
  different: Partial<StoredDecision> = {},
): StoredDecision {
  const settings = different.settings ?? someSettings();
  const { action, code, reason } = decide(facts, settings);
  return { rev: 2, at: facts.now, action, code, reason, facts, settings, ...different };
}

const moments = fc.integer({ min: t0 - 7_200_000, max: t0 + 7_200_000 });
const names = fc.subarray(['actions / ci / unit', 'actions / ci / lint']);
const checks = fc.subarray([aFailedCheck, { ...aFailedCheck, name: 'lint', runId: '8/1' }]);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const optionally = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const often = <T>(usual: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
const rarely = often(false, fc.constant(true));
const heads = fc.constantFrom(sha('a'), sha('9'));

/** Anything that a look could know. */
export const anyLook: fc.Arbitrary<LookFacts> = fc
  .record({
    now: fc.constant(t0),
    prState: often('open', fc.constantFrom(...lookFacts.shape.prState.options)),
    headSha: often<string | null>(sha('a'), fc.constant(null)),
    baseSha: fc.constant(sha('b')),
    headParent: maybe(heads),
    ciStatus: often('failed', fc.constantFrom(...lookFacts.shape.ciStatus.options)),
    ciSince: moments,
    mergeState: often('mergeable', fc.constantFrom(...lookFacts.shape.mergeState.options)),
    reviewState: fc.constantFrom(...lookFacts.shape.reviewState.options),
    reviewLeft: fc.boolean(),
    missing: names,
    held: optionally(
      fc.subarray([aHeld('approval'), aHeld('broken', 'Lint'), aHeld('uncertain', 'Docs')]),
    ),
    pending: optionally(
      fc.array(fc.record({ key: fc.constant('1'), name: fc.constant('tide'), since: moments }), {
        maxLength: 2,
      }),
    ),
    failed: checks,
    onBase: names,
    baseUnknownSince: maybe(moments),
    draft: rarely,
    inMergeQueue: rarely,
    fromFork: fc.boolean(),
    canPush: often(true, fc.constant(false)),
    workflowsBlocked: rarely,
    authorAssociation: fc.constantFrom('MEMBER', 'NONE'),
    labels: often(['ratchet'], fc.subarray(['ratchet', 'ratchet:off'])),
    switchedTo: fc.constantFrom('on' as const, 'off' as const, null, null, null),
    paused: often<string | null>(null, fc.constant('ann')),
    attempts: fc.nat(4),
    staleSince: often<number | null>(null, moments),
    restarted: fc.boolean(),
    hold: often<unknown>(
      null,
      fc.record({
        holder: fc.constant('bob'),
        state: fc.constantFrom('working', 'idle'),
        expiresAt: moments,
      }),
    ),
    session: often<unknown>(
      null,
      fc.record({
        phase: fc.constantFrom(...sessionPhase.options),
        headBefore: heads,
        startBy: moments,
        deadline: moments,
        cancelled: maybe(fc.constant('ann stopped the ratchet.')),
      }),
    ),
    spent: rarely,
    lastReason: maybe(fc.constant('Nothing was accepted.')),
    relaunches: fc.nat(5),
    unavailable: maybe(
      fc.record({
        because: fc.constantFrom('provider', 'account'),
        times: fc.integer({ min: 1, max: 9 }),
        at: fc.constant(t0),
      }),
    ),
    spentUsd: often(0, fc.integer({ min: 0, max: 40 })),
    monthSpent: rarely,
    baseBroken: names,
    updatedFrom: maybe(heads),
    rerun: fc.constantFrom([], ['aaaaaaaaaaaa actions / ci / unit']),
    failure: maybe(
      fc.record({
        fingerprint: fc.constant('f'),
        seenOn: fc.nat(9),
        flaky: fc.subarray(['7/1', '8/1']),
        neverStarted: optionally(fc.subarray([{ name: 'unit', because: 'No money.' }])),
      }),
    ),
    incidentUntil: often<number | null>(null, moments),
    unknownSince: maybe(moments),
    errandSince: maybe(moments),
    configProblem: often<string | undefined>(undefined, fc.constant('line 3')),
  })
  .map((facts) => lookFacts.parse(facts));

const some = fc.integer({ min: 1, max: 7_200_000 });

/** Any settings that decisions could be made under. */
export const anySettings: fc.Arbitrary<RatchetSettings> = fc
  .record({
    enabled: fc.boolean(),
    attempts: fc.integer({ min: 1, max: 5 }),
    relaunches: fc.nat(3),
    staleCiMs: some,
    settleMs: some,
    startMs: some,
    sessionMs: some,
    unknownMs: some,
    runningMs: some,
    drafts: fc.constantFrom('observe', 'fix'),
    forks: fc.constantFrom('observe', 'patch'),
    trusted: fc.subarray(['MEMBER', 'NONE']),
    pullRequestUsd: fc.nat(20),
    rerunOnce: fc.boolean(),
    updateFromBase: fc.boolean(),
    brake: fc.nat(9),
    brakeWindowMs: some,
    checks: fc.boolean(),
  })
  .map((settings) => ratchetSettings.parse(settings));
