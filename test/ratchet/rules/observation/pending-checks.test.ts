import { describe, expect, it } from 'vitest';
import { observeCi } from '#ratchet/rules/observation/ci.ts';
import type { CheckFacts } from '#ratchet/rules/observation/facts.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aCheck, aStatus, facts } from './facts.ts';

const running = { status: 'IN_PROGRESS', conclusion: null } as const;
const ciOf = (checks: readonly CheckFacts[]) => observeCi(facts({ checks }), undefined);

const status = (id: string, startedAt: number) =>
  aStatus('PENDING', { id, startedAt, name: 'tide' });

describe('checks that are not over', () => {
  it('have lasted since they began, a status since it was first seen to say so', () => {
    const before = ciOf([
      status('SC_1', t0 - 5_000),
      aCheck({ ...running, startedAt: t0 - 9_000 }),
    ]);
    expect(before.pending).toEqual([
      { key: '100', name: 'ci / test', since: t0 - 9_000 },
      { key: 'jenkins tide', name: 'tide', since: t0 - 5_000 },
    ]);
    const checks = [status('SC_2', t0 + 60_000), aCheck({ ...running, id: '101' })];
    const later = facts({ checks, readAt: t0 + 90_000 });
    expect(observeCi(later, { headSha: sha('a'), ci: before }).pending).toEqual([
      { key: 'jenkins tide', name: 'tide', since: t0 - 5_000 },
      { key: '101', name: 'ci / test', since: t0 + 90_000 },
    ]);
    expect(observeCi(later, { headSha: sha('c'), ci: before }).pending?.[0]?.since).toBe(
      t0 + 60_000,
    );
  });

  it('are kept as many as a workspace may hold, the oldest', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      aCheck({ ...running, id: `${index}`, name: `check ${index}`, startedAt: t0 - index }),
    );
    const { pending = [] } = ciOf(many);
    expect([pending.length, pending[0]?.since, pending.at(-1)?.since]).toEqual([
      20,
      t0 - 39,
      t0 - 20,
    ]);
  });
});
