import { describe, expect, it } from 'vitest';
import { newestChecks } from '#ratchet/rules/observation/newest-checks.ts';
import type { CheckFacts } from '#ratchet/rules/observation/facts.ts';
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
    ['another event', aCheck({ id: '1', event: 'push' })],
    ['another file of that workflow name', aCheck({ id: '1', workflowId: '8' })],
    ['another suite, where no event is known', aCheck({ id: '1', suite: 'CS_2' })],
    ['another name', aCheck({ id: '1', name: 'lint' })],
    ['a status of that name', aStatus('SUCCESS', { ...aCheck(), id: '1', source: 'status' })],
  ])('is never that of %s', (_, other) => {
    expect(idsOf(aCheck({ id: '2' }), other)).toEqual(['1', '2']);
  });
});

const job = (id: string, more: Partial<CheckFacts> = {}) =>
  aCheck({
    id,
    jobId: id,
    suite: 'CS_1',
    event: 'push',
    startedAt: 10,
    completedAt: 20,
    ...more,
  });

describe('jobs of one name in one run of a workflow', () => {
  it('are attempts where the newest began once the others were over', () => {
    expect(idsOf(job('1'), job('2', { startedAt: 20, completedAt: 30 }))).toEqual(['2']);
  });

  it('are beside each other where it began before', () => {
    expect(idsOf(job('1'), job('2', { startedAt: 19 }))).toEqual(['1', '2']);
    expect(idsOf(job('1', { status: 'IN_PROGRESS' }), job('2'))).toEqual(['1', '2']);
  });

  it('are attempts where nothing tells, or where it is another run of the workflow or no job', () => {
    expect(idsOf(job('1', { completedAt: undefined }), job('2'))).toEqual(['2']);
    expect(idsOf(job('1', { suite: 'CS_0' }), job('2'))).toEqual(['2']);
    expect(idsOf(job('1', { jobId: undefined }), job('2', { jobId: undefined }))).toEqual(['2']);
  });
});
