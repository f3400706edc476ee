import { describe, expect, it } from 'vitest';
import type { CiStatus } from '#model/observation.ts';
import type { CheckState } from '#ratchet/rules/observation/check-state.ts';
import { observeCi } from '#ratchet/rules/observation/ci.ts';
import type { CheckFacts, PullRequestFacts } from '#ratchet/rules/observation/facts.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aCheck, aStatus, facts } from './facts.ts';
import { words } from './words.ts';
import { processorMs } from '../../../support/processor-time.ts';

const ciOf = (checks: readonly CheckFacts[], more: Partial<PullRequestFacts> = {}) =>
  observeCi(facts({ checks, ...more }), undefined);

const requiring = (...names: readonly string[]) => ({
  rules: { requiredChecks: names.map((name) => ({ name })), signaturesRequired: false },
});

const failing = aCheck({ conclusion: 'FAILURE' });
const running = { status: 'IN_PROGRESS', conclusion: null } as const;
const ours = { app: 'ratchetr', workflow: undefined, name: 'ratchetr', ours: true } as const;

/** What two checks amount to. */
const together: Record<CheckState, Record<CheckState, CiStatus>> = {
  running: {
    running: 'running',
    failed: 'running',
    unsettled: 'running',
    passed: 'running',
  },
  failed: {
    running: 'running',
    failed: 'failed',
    unsettled: 'failed',
    passed: 'failed',
  },
  unsettled: {
    running: 'running',
    failed: 'failed',
    unsettled: 'unsettled',
    passed: 'unsettled',
  },
  passed: {
    running: 'running',
    failed: 'failed',
    unsettled: 'unsettled',
    passed: 'passed',
  },
};

describe('the verdict of all checks', () => {
  it.each(words)('is that of the worse one: $shown beside every other', ({ check, standing }) => {
    const seen = words.map((other) => {
      const checks = [aCheck(check), aCheck({ ...other.check, id: '200', name: 'lint' })];
      return [other.shown, ciOf(checks).verdict];
    });
    expect(seen).toEqual(words.map((other) => [other.shown, together[standing][other.standing]]));
  });

  it('is none where there are none, and not passed', () => {
    expect(ciOf([]).verdict).toBe('none');
  });

  it('is that of the newest executions: a re-run that passed makes up for a failure', () => {
    const rerun = aCheck({ id: '101' });
    expect(ciOf([rerun, failing])).toMatchObject({ verdict: 'passed', failed: [] });
  });

  it('asks a name that is both a check run and a status to pass in both', () => {
    const run = aCheck({ name: 'build', app: 'jenkins', workflow: undefined });
    expect(ciOf([run, aStatus('FAILURE')]).verdict).toBe('failed');
    expect(ciOf([{ ...run, conclusion: 'FAILURE' }, aStatus('SUCCESS')]).verdict).toBe('failed');
    expect(ciOf([run, aStatus('SUCCESS')]).verdict).toBe('passed');
  });

  it.each([
    ['none', []],
    ['green', [aCheck()]],
    ['red', [failing]],
    ['running', [aCheck(running)]],
  ])('is unsettled while a page is missing, though all that was read is %s', (_, checks) => {
    expect(ciOf(checks, { checksComplete: false }).verdict).toBe('unsettled');
  });

  it('counts our own check for red, green and running', () => {
    expect(ciOf([aCheck(ours)]).verdict).toBe('passed');
    expect(ciOf([aCheck(), aCheck({ ...ours, conclusion: 'FAILURE' })]).verdict).toBe('failed');
    expect(ciOf([aCheck(), aCheck({ ...ours, ...running })]).verdict).toBe('running');
  });
});

describe('required checks that never reported', () => {
  it.each<[CiStatus, readonly CheckFacts[]]>([
    ['unsettled', []],
    ['unsettled', [aCheck()]],
    ['failed', [failing]],
    ['running', [aCheck(running)]],
  ])('leave it %s', (verdict, checks) => {
    const seen = ciOf(checks, requiring('test', 'deploy', 'audit', 'audit'));
    expect(seen.verdict).toBe(verdict);
    expect(seen.missing).toEqual(expect.arrayContaining(['audit', 'deploy']));
  });

  it('are named once and sorted; who reports does not matter', () => {
    const checks = [aCheck(), aStatus('PENDING'), aCheck({ ...ours, id: '3' })];
    const seen = ciOf(checks, requiring('deploy', 'test', 'audit', 'build', 'deploy', 'ratchetr'));
    expect(seen.missing).toEqual(['audit', 'deploy']);
  });

  it('are none where nobody may tell, and where pages were not read', () => {
    expect(ciOf([aCheck()]).missing).toEqual([]);
    expect(ciOf([], { ...requiring('test'), checksComplete: false }).missing).toEqual([]);
  });

  it.each<[string, CheckFacts, string[]]>([
    ['that App', aCheck({ appId: 7 }), []],
    ['another App', aCheck({ appId: 8 }), ['test (only App 7 counts)']],
    ['an App that cannot be told', aCheck(), ['test (only App 7 counts)']],
    ['the account of an App', aStatus('SUCCESS', { name: 'test', app: 'seven[bot]' }), []],
    ['a person', aStatus('SUCCESS', { name: 'test', app: 'ann' }), ['test (only App 7 counts)']],
  ])('are those of one App as well, which is %s', (_, check, missing) => {
    const rules = { requiredChecks: [{ name: 'test', appId: 7 }], signaturesRequired: false };
    expect(ciOf([check], { rules })).toMatchObject({
      missing,
      verdict: missing.length === 0 ? 'passed' : 'unsettled',
    });
  });

  it('are those as well that the forge gave up on', () => {
    const seen = ciOf([aCheck({ conclusion: 'STALE' })], requiring('test'));
    expect(seen).toMatchObject({ verdict: 'unsettled', missing: ['test'] });
  });
});

describe('the executions that are remembered', () => {
  it('are all but ours, superseded ones too, sorted', () => {
    const checks = [aCheck({ id: '2' }), aCheck({ id: '1' }), aCheck({ ...ours, id: '3' })];
    expect(ciOf(checks).runIds).toEqual(['1', '2']);
  });

  it('are running while they are not over', () => {
    const checks = [
      aCheck({ id: '1' }),
      aCheck({ id: '2', name: 'lint', ...running }),
      aCheck({ ...ours, ...running, id: '3' }),
    ];
    expect(ciOf(checks).running).toEqual(['2']);
  });
});

describe('since when the checks are as they are', () => {
  const before = ciOf([aCheck(), aCheck({ id: '200', name: 'lint', ...running })]);
  const later = (checks: readonly CheckFacts[], headSha = sha('a')) =>
    observeCi(facts({ checks, headSha, readAt: t0 + 1_000 }), {
      headSha: sha('a'),
      ci: before,
    }).since;

  const same = [aCheck(), aCheck({ id: '200', name: 'lint', ...running })];

  it('is the first look that saw them so', () => {
    expect(before.since).toBe(t0);
    expect(later(same)).toBe(t0);
  });

  it.each([
    ['there is one more', [...same, aCheck({ id: '300', name: 'types' })], sha('a')],
    ['there is one less', same.slice(1), sha('a')],
    ['one has ended, which may start the next', [aCheck(), aCheck({ id: '200' })], sha('a')],
    ['the head is another', same, sha('c')],
  ])('is now where %s', (_, checks, headSha) => {
    expect(later(checks, headSha)).toBe(t0 + 1_000);
  });

  it('does not depend on our own check', () => {
    expect(later([...same, aCheck({ ...ours, ...running, id: '300' })])).toBe(t0);
    expect(later([...same, aCheck({ ...ours, id: '300' })])).toBe(t0);
  });
});

describe('failed checks', () => {
  it('are told with all that a fixup needs, in one order', () => {
    const full = { jobId: '77', url: 'https://x.y/77', summary: '2 tests failed' };
    const seen = ciOf([
      failing,
      aCheck({ id: '50', name: 'lint', conclusion: 'FAILURE', ...full }),
    ]);
    expect(seen.failed).toEqual([
      { app: 'github-actions', workflow: 'ci', name: 'lint', runId: '50', ...full },
      { app: 'github-actions', workflow: 'ci', name: 'test', runId: '100' },
    ]);
  });

  it('say of their result no more than can be kept', () => {
    const [failed] = ciOf([{ ...failing, summary: 'x'.repeat(5_000) }]).failed;
    expect(failed?.summary).toHaveLength(1_000);
  });

  it('fail on the base as well where the newest execution there does', () => {
    const lint = aCheck({ id: '101', name: 'lint', conclusion: 'TIMED_OUT' });
    const build = aStatus('ERROR');
    const baseChecks = [
      aCheck({ id: '9', conclusion: 'FAILURE' }),
      aCheck({ id: '10', conclusion: 'FAILURE' }),
      aCheck({ id: '9', name: 'lint', conclusion: 'FAILURE' }),
      aCheck({ id: '10', name: 'lint' }),
      aStatus('FAILURE', { id: 'SC_2' }),
      aCheck({ id: '11', name: 'types', conclusion: 'FAILURE' }),
    ];
    expect(ciOf([failing, lint, build], { baseChecks }).onBase).toEqual([
      'github-actions / ci / test',
      'jenkins / build',
    ]);
    expect(ciOf([failing]).onBase).toEqual([]);
  });

  it.each<[string, PullRequestFacts['baseChecks'], boolean]>([
    ['fails', [aCheck({ conclusion: 'FAILURE' })], true],
    ['passes', [aCheck({ conclusion: 'SKIPPED' })], true],
    ['runs', [aCheck(running)], false],
    ['was cancelled', [aCheck({ conclusion: 'CANCELLED' })], false],
    ['is not there', [aCheck({ name: 'lint' })], false],
    ['cannot be read', undefined, false],
  ])('are certain on the base where the same check %s', (_, baseChecks, isCertain) => {
    const seen = ciOf([failing], { baseChecks });
    expect(seen.baseUnknownSince).toBe(isCertain ? undefined : t0);
    const later = observeCi(facts({ checks: [failing], baseChecks, readAt: t0 + 9 }), {
      headSha: sha('a'),
      ci: seen,
    });
    expect(later.baseUnknownSince).toBe(isCertain ? undefined : t0);
  });
});

const expectedBy = (more: Partial<PullRequestFacts>, earlier?: boolean) =>
  observeCi(
    facts(more),
    earlier === undefined
      ? undefined
      : { headSha: sha('c'), ci: { ...ciOf([]), expected: earlier } },
  ).expected;

describe('whether checks are expected', () => {
  it.each<[boolean, string, Partial<PullRequestFacts>, boolean | undefined]>([
    [false, 'there is none anywhere', { baseChecks: [] }, false],
    [
      false,
      'there is only ours',
      { checks: [aCheck(ours)], baseChecks: [aCheck(ours)] },
      undefined,
    ],
    [true, 'there is one here', { checks: [aCheck()] }, undefined],
    [true, 'there is one on the base', { baseChecks: [aCheck()] }, undefined],
    [true, 'there was one at an earlier head', {}, true],
  ])('%s: %s', (expected, _, more, before) => {
    expect(expectedBy(more, before)).toBe(expected);
  });
});

const many = (count: number, of: Partial<CheckFacts> = {}) =>
  Array.from({ length: count }, (_, n) =>
    aCheck({ conclusion: 'FAILURE', id: `${n + 1_000}`, name: `job ${n}`, ...of }),
  );

describe('very many failures', () => {
  it('are kept as far as a workspace can hold them, those of the branch before those of the base', () => {
    const [onlyHere] = many(1, { name: 'unit', id: '1' });
    const checks = [...many(3_000), ...(onlyHere ? [onlyHere] : [])];
    const { failed, onBase, verdict } = ciOf(checks, { baseChecks: many(3_000) });
    expect(verdict).toBe('failed');
    expect(failed).toHaveLength(100);
    expect(failed.map(({ name }) => name)).toContain('unit');
    expect(onBase).toHaveLength(99);
    expect(ciOf(many(100)).failed).toHaveLength(100);
  });

  it('of one name are told apart in a moment', () => {
    const checks = many(20_000, { name: 'test' });
    const took = processorMs(() => {
      expect(ciOf(checks).failed.map(({ runId }) => runId)).toEqual(['20999']);
    });
    expect(took).toBeLessThan(2_000);
  });
});
