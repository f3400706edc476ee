import { describe, expect, it } from 'vitest';
import { fromSql, toSql } from '#store/sqlite/values.ts';
import { noise } from '../../support/noise.ts';
import {
  aFinding,
  aNewTask,
  anArtifact,
  anAttemptResult,
  aRun,
  runId,
  t0,
  workerId,
} from '../../support/samples.ts';
import { freshStores } from './stores.ts';

const run = runId('run-1');
const halves = ['\ud800', '\udc00 alone', 'ends in \ud83d', '\ude00\ud83d swapped', '\0\ud800\0'];

describe('values', () => {
  it.each(['', ' ', '\0', 'a\0b', '\ufeffmark', '\uffff', '\u{1f9ea}', 'e\u0301', ...halves])(
    'come back as they were: text %j',
    async (text) => {
      const { database } = await freshStores();
      const row = database.get('SELECT ? AS value', text);
      expect(fromSql(row?.['value'] ?? null)).toBe(text);
    },
  );

  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'come back as they were: number %d',
    async (number) => {
      const { database } = await freshStores();
      database.run('CREATE TABLE numbers (value INTEGER)');
      database.run('INSERT INTO numbers VALUES (?)', number);
      expect(database.get('SELECT value, typeof(value) AS type FROM numbers')).toEqual({
        value: number,
        type: 'integer',
      });
    },
  );

  it.each([2 ** 53, -(2 ** 53), 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'are refused before they would be rounded: %d',
    (number) => {
      expect(() => toSql(number)).toThrow(
        `${number} cannot be stored: columns hold whole numbers below 2^53`,
      );
    },
  );

  it('stay readable in the file where they are text', async () => {
    const { database } = await freshStores();
    expect(database.get('SELECT typeof(?) AS plain, typeof(?) AS half', 'x', '\ud800')).toEqual({
      plain: 'text',
      half: 'blob',
    });
  });
});

describe('half characters of reports', () => {
  it('go through every free text of a finding, and find their engine again', async () => {
    const { runs } = await freshStores();
    await runs.createRun(aRun());
    for (const [index, text] of halves.entries()) {
      const stage = `checkpoint-${index}`;
      const finding = aFinding({
        tool: text,
        message: text,
        filePath: text,
        symbol: text,
        testId: text,
        fingerprint: text,
        meta: { [text]: [text] },
      });
      await runs.addFindings({ runId: run, tool: text, stage, findings: [finding] });
      expect(await runs.listFindings(run, stage, text)).toEqual([finding]);
      expect(await runs.listFindings(run, stage, 'other')).toEqual([]);
    }
    expect((await runs.countFindings(run)).map(({ tool }) => tool).toSorted()).toEqual(
      halves.toSorted(),
    );
  });

  it('go through tasks and attempts, and through every change of a task', async () => {
    const { runs } = await freshStores();
    await runs.createRun(aRun({ repoPath: '/\udcff' }));
    expect((await runs.loadRun(run))?.repoPath).toBe('/\udcff');
    const [text = ''] = halves;
    const task = aNewTask({ title: text, description: text, targets: targetsOf(text) });
    await runs.addTasks({ runId: run, batch: 'plan-1', tasks: [task], now: t0 });
    const request = { runId: run, worker: workerId('w'), now: t0, leaseMs: 1, token: text };
    const first = await runs.claimNextTask({ ...request, claimers: 1 });
    expect(first).toMatchObject({ kind: 'claimed', task });
    expect(await runs.claimNextTask({ ...request, claimers: 1 })).toEqual(first);
    const result = anAttemptResult({ outcome: 'blocked', reason: text, summary: { text } });
    await runs.finishAttempt(result);
    expect(await runs.listTasks(run)).toMatchObject([{ ...task, statusReason: text }]);
    expect(await runs.listAttempts(run)).toMatchObject([{ reason: text, summary: { text } }]);
  });
});

describe('large values', () => {
  it('a megabyte of text and numbers up to 2^53 come back exactly', async () => {
    const { runs } = await freshStores();
    const facts = { log: noise(1_048_576), most: Number.MAX_SAFE_INTEGER, least: 5e-324 };
    await runs.createRun(aRun({ config: facts, startedAt: Number.MAX_SAFE_INTEGER }));
    expect(await runs.loadRun(run)).toEqual(
      aRun({ config: facts, startedAt: Number.MAX_SAFE_INTEGER }),
    );
    const artifact = anArtifact({ sizeBytes: Number.MAX_SAFE_INTEGER, meta: facts });
    await runs.addArtifact(artifact);
    expect(await runs.listArtifacts(run)).toEqual([artifact]);
  });
});

function targetsOf(text: string) {
  return { files: [text], testIds: [text], modules: [text] };
}
