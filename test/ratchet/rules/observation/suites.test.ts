import { describe, expect, it } from 'vitest';
import { observeCi } from '#ratchet/rules/observation/ci.ts';
import type { CheckFacts, SuiteFacts } from '#ratchet/rules/observation/facts.ts';
import { observeSuites } from '#ratchet/rules/observation/suites.ts';
import { t0 } from '../../../support/samples.ts';
import { aCheck, facts } from './facts.ts';

const aSuite = (more: Partial<SuiteFacts> = {}): SuiteFacts => ({
  id: 'CS_1',
  app: 'github-actions',
  isWorkflow: true,
  workflow: 'CI',
  workflowId: '7',
  event: 'pull_request',
  status: 'COMPLETED',
  conclusion: 'ACTION_REQUIRED',
  createdAt: t0,
  ours: false,
  ...more,
});
const bare = {
  app: 'codecov',
  isWorkflow: false,
  workflow: undefined,
  workflowId: undefined,
} as const;
const queued = { status: 'QUEUED', conclusion: null } as const;
const passed = { conclusion: 'SUCCESS' } as const;

const said = (suites: readonly SuiteFacts[], checks: readonly CheckFacts[] = []) =>
  observeSuites(suites, checks).held.map(({ id, says }) => `${id} ${says}`);

const inSuite = (more: Partial<CheckFacts>) => [aCheck({ suite: 'CS_1', ...more })];

describe('a suite', () => {
  it.each<[string, Partial<SuiteFacts>, readonly string[]]>([
    ['queued', queued, ['CS_1 not-begun']],
    ['in progress', { status: 'IN_PROGRESS', conclusion: null }, ['CS_1 not-begun']],
    ['requested', { status: 'REQUESTED', conclusion: null }, ['CS_1 not-begun']],
    ['that waits', { status: 'WAITING', conclusion: null }, ['CS_1 not-begun']],
    ['held for an approval', {}, ['CS_1 approval']],
    ['that failed', { conclusion: 'FAILURE' }, ['CS_1 broken']],
    ['that failed to start', { conclusion: 'STARTUP_FAILURE' }, ['CS_1 broken']],
    ['that took too long', { conclusion: 'TIMED_OUT' }, ['CS_1 broken']],
    ['that was cancelled', { conclusion: 'CANCELLED' }, ['CS_1 uncertain']],
    ['that was given up', { conclusion: 'STALE' }, ['CS_1 uncertain']],
    ['of a word that nobody knows', { conclusion: 'MAYBE' }, ['CS_1 uncertain']],
    ['of a status that nobody knows', { status: 'MAYBE', conclusion: null }, ['CS_1 uncertain']],
    ['that passed', passed, []],
    ['whose jobs were all skipped', { conclusion: 'SKIPPED' }, []],
    ['of another App, queued', { ...bare, ...queued }, []],
    ['of another App, given up', { ...bare, conclusion: 'STALE' }, []],
    ['of another App, failed', { ...bare, conclusion: 'FAILURE' }, ['CS_1 uncertain']],
    ['of ours', { ...bare, conclusion: 'FAILURE', ours: true }, []],
    [
      'whose run may not be read',
      { workflow: undefined, workflowId: undefined, event: undefined },
      ['CS_1 approval'],
    ],
  ])('%s says what it says without any check', (_, more, expected) => {
    expect(said([aSuite(more)])).toEqual(expected);
  });

  it('leaves it to its checks, unless it goes on once they are over', () => {
    expect(said([aSuite()], inSuite({}))).toEqual([]);
    expect(said([aSuite(queued)], inSuite({ status: 'IN_PROGRESS', conclusion: null }))).toEqual(
      [],
    );
    expect(said([aSuite(queued)], inSuite({}))).toEqual(['CS_1 not-begun']);
    expect(said([aSuite({ ...bare, ...queued })], inSuite({}))).toEqual([]);
  });

  it.each<[string, Partial<SuiteFacts>, readonly string[]]>([
    ['the same event', {}, ['CS_2 approval']],
    ['another event', { event: 'push' }, ['CS_1 approval', 'CS_2 approval']],
    ['another file of that name', { workflowId: '8' }, ['CS_1 approval', 'CS_2 approval']],
    ['the same moment', { createdAt: t0 }, ['CS_1 approval', 'CS_2 approval']],
  ])('is superseded by a newer run of its workflow for %s alone', (_, more, expected) => {
    const newer = aSuite({ id: 'CS_2', createdAt: t0 + 1_000, ...more });
    expect(said([aSuite(), newer])).toEqual(expected);
  });

  it('stands in for no required check, and is known as an execution until its checks come', () => {
    const rules = { requiredChecks: [{ name: 'CI' }], signaturesRequired: false };
    const waits = observeCi(facts({ suites: [aSuite(queued)], rules }), undefined);
    expect(waits).toMatchObject({
      verdict: 'running',
      missing: ['CI'],
      runIds: ['CS_1'],
      running: ['CS_1'],
      expected: true,
    });
    const begun = observeCi(
      facts({ suites: [aSuite(queued)], checks: [aCheck({ id: '5', suite: 'CS_1', name: 'CI' })] }),
      undefined,
    );
    expect(begun.runIds).toEqual(['5', 'CS_1']);
  });

  it('is worse than what passed, and better than what failed', () => {
    const verdicts = ['SUCCESS', 'FAILURE'].map((conclusion) => {
      const seen = facts({ suites: [aSuite()], checks: [aCheck({ conclusion })] });
      return observeCi(seen, undefined).verdict;
    });
    expect(verdicts).toEqual(['unsettled', 'failed']);
  });
});
