import { expect } from 'vitest';
import { countStageFindings } from '#check/rules/findings/counts.ts';
import { severity } from '#model/finding.ts';
import type { AcceptedDiff } from '#model/run.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { awkwardTexts } from '../../support/noise.ts';
import {
  aBaseline,
  aFinding,
  anAcceptedDiff,
  anArtifact,
  sha,
  sha256,
} from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { startRun, taskAfter, theRun } from './steps.ts';

const pytest = { runId: theRun, tool: 'pytest', stage: 'start' };

export const findings: Promises<RunStore> = {
  async 'are stored once for each engine and stage'({ store, reopen }) {
    await startRun(store, []);
    const first = [aFinding()];
    expect(await store.addFindings({ ...pytest, findings: first })).toBe('stored');
    const other = [aFinding({ id: 'other' }), aFinding({ id: 'another' })];
    expect(await (await reopen()).addFindings({ ...pytest, findings: other })).toBe('exists');
    expect(await store.listFindings(theRun, 'start')).toEqual(first);
    expect(await store.addFindings({ ...pytest, stage: 'final', findings: other })).toBe('stored');
    expect(await store.listFindings(theRun, 'start')).toEqual(first);
  },

  async 'are listed by stage and engine'({ store }) {
    await startRun(store, []);
    for (const stage of ['start', 'checkpoint-1', 'checkpoint-10']) {
      for (const tool of ['ruff', 'ruff-2', 'mypy']) {
        const id = `${tool}.${stage}`;
        await store.addFindings({ runId: theRun, tool, stage, findings: [aFinding({ id, tool })] });
      }
    }
    const idsOf = async (stage: string, tool?: string) =>
      (await store.listFindings(theRun, stage, tool)).map(({ id }) => id).toSorted();
    expect(await idsOf('start')).toEqual(['mypy.start', 'ruff-2.start', 'ruff.start']);
    expect(await idsOf('checkpoint-1', 'ruff')).toEqual(['ruff.checkpoint-1']);
    expect(await idsOf('checkpoint-1', 'pytest')).toEqual([]);
    expect(await idsOf('final')).toEqual([]);
  },

  async 'come back as they came, in their order'({ store, reopen }) {
    await startRun(store, []);
    const all = awkwardTexts.map((text, index) =>
      aFinding({
        id: `finding-${9 - index}`,
        message: text,
        filePath: text,
        line: 1,
        column: 2,
        symbol: text,
        testId: text,
        rawRef: text,
        meta: { [text]: [text, null, 0.5] },
      }),
    );
    await store.addFindings({ ...pytest, findings: [...all, aFinding()] });
    expect(await (await reopen()).listFindings(theRun, 'start', 'pytest')).toEqual([
      ...all,
      aFinding(),
    ]);
  },

  async 'may be thousands'({ store }) {
    await startRun(store, []);
    const many = Array.from({ length: 5_000 }, (_, index) =>
      aFinding({
        id: `finding-${index}`,
        severity: severity.options[index % 4] ?? 'low',
        message: `Zeile ${index}: \u00fcberfl\u00fcssig`,
        filePath: `src/module-${index % 97}.py`,
        line: index + 1,
      }),
    );
    expect(await store.addFindings({ ...pytest, findings: many })).toBe('stored');
    expect(await store.listFindings(theRun, 'start', 'pytest')).toEqual(many);
    expect(await store.countFindings(theRun)).toEqual([
      countStageFindings('pytest', 'start', many),
    ]);
  },

  async 'are counted for each engine and stage, none too'({ store }) {
    await startRun(store, []);
    const some = [aFinding(), aFinding({ id: 'b', severity: 'low' }), aFinding({ id: 'c' })];
    await store.addFindings({ ...pytest, findings: some });
    await store.addFindings({ ...pytest, stage: 'final', findings: some.slice(1) });
    await store.addFindings({ ...pytest, tool: 'ruff', findings: [] });
    const counts = await store.countFindings(theRun);
    expect(counts).toHaveLength(3);
    expect(counts).toEqual(
      expect.arrayContaining([
        countStageFindings('pytest', 'start', some),
        countStageFindings('pytest', 'final', some.slice(1)),
        countStageFindings('ruff', 'start', []),
      ]),
    );
    expect(await store.addFindings({ ...pytest, tool: 'ruff', findings: some })).toBe('exists');
  },
};

export const artifacts: Promises<RunStore> = {
  async 'are recorded once by name'({ store, reopen }) {
    await startRun(store, []);
    const first = anArtifact({ tool: '', meta: { '': ['e\u0301', null] } });
    expect(await store.addArtifact(first)).toBe('added');
    const other = anArtifact({ sha256: sha256('6'), sizeBytes: 1 });
    expect(await (await reopen()).addArtifact(other)).toBe('exists');
    expect(await store.listArtifacts(theRun)).toEqual([first]);
  },

  async 'are listed all, whatever their names'({ store }) {
    await startRun(store, []);
    const names = ['a', 'a/b', 'Gr\u00f6\u00dfe 1.log', '\u{1f9ea}', `${'long/'.repeat(150)}end`];
    const all = names.map((name) => anArtifact({ name }));
    for (const one of all) expect(await store.addArtifact(one)).toBe('added');
    const listed = await store.listArtifacts(theRun);
    expect(listed).toHaveLength(all.length);
    expect(listed).toEqual(expect.arrayContaining(all));
  },
};

export const acceptedDiffs: Promises<RunStore> = {
  async 'take each place in the sequence once'({ store, reopen }) {
    await startRun(store, [taskAfter('task-1'), taskAfter('task-2')]);
    expect(await store.recordAccepted(anAcceptedDiff())).toBe('recorded');
    const other = anAcceptedDiff({ taskId: 'task-2', patch: 'accepted/other.diff' });
    expect(await (await reopen()).recordAccepted(other)).toBe('taken');
    expect(await store.recordAccepted(anAcceptedDiff())).toBe('recorded');
    expect(await store.listAccepted(theRun)).toEqual([anAcceptedDiff()]);
  },

  async 'are listed in the order of the sequence'({ store }) {
    const sequences = [10, 2, 11, 1, 3, 100];
    await startRun(
      store,
      sequences.map((sequence) => taskAfter(`task-${sequence}`)),
    );
    for (const sequence of sequences) await store.recordAccepted(diffAt(sequence));
    expect(await store.listAccepted(theRun)).toEqual([1, 2, 3, 10, 11, 100].map(diffAt));
  },

  async 'of two writers for one place, one gets it'({ store, reopen }) {
    await startRun(store, [taskAfter('task-1'), taskAfter('task-2')]);
    const other = await reopen();
    const outcomes = await Promise.all([
      store.recordAccepted(anAcceptedDiff()),
      other.recordAccepted(anAcceptedDiff({ taskId: 'task-2' })),
    ]);
    expect(outcomes.toSorted()).toEqual(['recorded', 'taken']);
    expect(await store.listAccepted(theRun)).toHaveLength(1);
  },
};

export const baselines: Promises<RunStore> = {
  async 'are found by repository and commit'({ store, reopen }) {
    await startRun(store, []);
    const mine = [
      aBaseline(),
      aBaseline({ engine: 'ruff' }),
      aBaseline({ signature: 'e\u0301 / #2' }),
    ];
    const foreign = [aBaseline({ commit: sha('c') }), aBaseline({ repository: 'repository-70' })];
    for (const one of [...mine, ...foreign]) await store.recordBaseline(one);
    const found = await (await reopen()).findBaselines('repository-7', sha('b'));
    expect(found).toHaveLength(mine.length);
    expect(found).toEqual(expect.arrayContaining(mine));
    expect(await store.findBaselines('repository-7', sha('d'))).toEqual([]);
  },

  async 'may be recorded again'({ store }) {
    await startRun(store, []);
    await store.recordBaseline(aBaseline());
    await store.recordBaseline(aBaseline());
    expect(await store.findBaselines('repository-7', sha('b'))).toEqual([aBaseline()]);
  },
};

function diffAt(sequence: number): AcceptedDiff {
  return anAcceptedDiff({
    sequence,
    taskId: `task-${sequence}`,
    patch: `accepted/${sequence}.diff`,
  });
}
