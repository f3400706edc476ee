import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckRun } from '../support/github/model.ts';
import { reportOf, type Speaking, speaking } from './speaking.ts';

let on: Speaking;

beforeEach(async () => {
  on = await speaking();
});

const ownRuns = (): readonly CheckRun[] =>
  (on.hands.repository.suites.get(on.check.headSha) ?? [])
    .filter(({ app }) => app.slug === 'ratchetr')
    .flatMap(({ runs }) => runs);

const patchRoute = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}';
const patches = () => on.github.counters.byRoute.get(patchRoute) ?? 0;

describe('our GitHub check run', () => {
  it('is started once and completed under the same id', async () => {
    await on.writing.startCheck(on.at, on.check);
    await on.writing.startCheck(on.at, on.check);
    expect(ownRuns()).toMatchObject([
      { name: 'ratchetr', externalId: 'run-1', status: 'IN_PROGRESS' },
    ]);
    await on.writing.completeCheck(on.at, on.check, reportOf(1));
    await on.writing.startCheck(on.at, on.check);
    expect(ownRuns()).toMatchObject([{ status: 'COMPLETED', conclusion: 'FAILURE' }]);
    expect(ownRuns()[0]?.output).toMatchObject({
      title: '1 findings',
      summary: 'What was found.',
    });
  });

  it('is completed also where nobody started it', async () => {
    await on.writing.completeCheck(on.at, on.check, reportOf(0, { conclusion: 'success' }));
    expect(ownRuns()).toMatchObject([{ status: 'COMPLETED', conclusion: 'SUCCESS' }]);
  });

  it('gets all annotations, fifty at a time, and only then its end', async () => {
    await on.writing.startCheck(on.at, on.check);
    await on.writing.completeCheck(on.at, on.check, reportOf(127));
    expect(patches()).toBe(3);
    const [run] = ownRuns();
    expect(run?.annotations.map(({ message }) => message)).toEqual(
      Array.from({ length: 127 }, (_, n) => `Finding ${n}`),
    );
  });

  it('is completed once, however often this is asked', async () => {
    await on.writing.completeCheck(on.at, on.check, reportOf(60));
    await on.writing.completeCheck(on.at, on.check, reportOf(60));
    expect(patches()).toBe(2);
    expect(ownRuns()[0]?.annotations).toHaveLength(60);
  });

  it.each([1, 2, 3])('goes on where it was left at batch %i of 3', async (batch) => {
    let seen = 0;
    on.github.faults.routes.push({
      matches: (one) => one.startsWith('PATCH') && (seen += 1) === batch,
      does: 'break',
      when: 'after',
      times: 1,
    });
    await expect(on.writing.completeCheck(on.at, on.check, reportOf(127))).rejects.toThrow(
      'did not answer',
    );
    await on.writing.completeCheck(on.at, on.check, reportOf(127));
    const [run] = ownRuns();
    expect(run?.annotations).toHaveLength(127);
    expect(run?.conclusion).toBe('FAILURE');
  });

  it('tells runs of the same head apart, and ends one that was made twice', async () => {
    const other = { ...on.check, externalId: 'run-2' };
    await Promise.all([
      on.writing.startCheck(on.at, on.check),
      on.writing.startCheck(on.at, on.check),
    ]);
    await on.writing.startCheck(on.at, other);
    await on.writing.completeCheck(on.at, on.check, reportOf(1));
    expect(ownRuns().filter(({ status }) => status !== 'COMPLETED')).toMatchObject([
      { externalId: 'run-2' },
    ]);
  });

  it('is cut where it is too long for GitHub', async () => {
    const summary = 'x'.repeat(100).concat('\n').repeat(1_000);
    await on.writing.completeCheck(
      on.at,
      on.check,
      reportOf(0, { summary, title: 'y'.repeat(300) }),
    );
    const { output } = ownRuns()[0] ?? {};
    expect(output?.summary?.length).toBeLessThanOrEqual(65_535);
    expect(output?.summary).toMatch(/x\n\n… and more/);
    expect(output?.title).toHaveLength(255);
  });

  it('changes its end when a later word differs', async () => {
    await on.writing.completeCheck(on.at, on.check, reportOf(0, { conclusion: 'cancelled' }));
    await on.writing.completeCheck(on.at, on.check, reportOf(0, { conclusion: 'success' }));
    expect(ownRuns()).toMatchObject([{ conclusion: 'SUCCESS' }]);
  });

  it('is none that another App gave our name and our id', async () => {
    const { headSha: sha, externalId } = on.check;
    const forged = ['mimic', 'github-actions'].map((app) =>
      on.hands.startCheck({ sha, name: 'ratchetr', app, externalId }),
    );
    await on.writing.startCheck(on.at, on.check);
    await on.writing.completeCheck(on.at, on.check, reportOf(1));
    expect(ownRuns()).toMatchObject([{ status: 'COMPLETED', conclusion: 'FAILURE' }]);
    expect(forged.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
  });
});
