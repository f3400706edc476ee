import { describe, expect, it } from 'vitest';
import { newestChecks } from '#domain/observation/newest-checks.ts';
import type { CheckFacts } from '#domain/observation/facts.ts';
import { aCheck, aStatus } from './facts.ts';

const idsOf = (...checks: readonly CheckFacts[]) =>
  newestChecks(checks)
    .map(({ id }) => id)
    .toSorted();

describe('the newest execution of a check', () => {
  it('has the highest number, not the last place or the greatest text', () => {
    const checks = ['99', '100', '7'].map((id) => aCheck({ id }));
    expect(idsOf(...checks)).toEqual(['100']);
  });

  it('is told apart beyond the integers of JavaScript', () => {
    const checks = ['9007199254740993', '9007199254740992'].map((id) => aCheck({ id }));
    expect(idsOf(...checks)).toEqual(['9007199254740993']);
  });

  it('is the one that started last where ids are no numbers', () => {
    const older = aStatus('FAILURE', { id: 'SC_z', startedAt: 1 });
    const newer = aStatus('SUCCESS', { id: 'SC_a', startedAt: 2 });
    expect(idsOf(newer, older)).toEqual(['SC_a']);
  });

  it('are several where nothing tells which is newer', () => {
    const same = ['CR_a', 'CR_b'].map((id) => aCheck({ id, startedAt: 1 }));
    const unstarted = aCheck({ id: 'CR_c', status: 'QUEUED', conclusion: null });
    expect(idsOf(...same)).toEqual(['CR_a', 'CR_b']);
    expect(idsOf(...same, unstarted)).toEqual(['CR_a', 'CR_b', 'CR_c']);
  });

  it.each([
    ['another App', aCheck({ id: '1', app: 'codecov' })],
    ['another workflow', aCheck({ id: '1', workflow: 'nightly' })],
    ['no workflow', aCheck({ id: '1', workflow: undefined })],
    ['another name', aCheck({ id: '1', name: 'lint' })],
    ['a status of that name', aStatus('SUCCESS', { ...aCheck(), id: '1', source: 'status' })],
  ])('is never that of %s', (_, other) => {
    expect(idsOf(aCheck({ id: '2' }), other)).toEqual(['1', '2']);
  });
});
