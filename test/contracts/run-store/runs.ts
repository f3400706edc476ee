import { expect } from 'vitest';
import type { RunStore } from '#model/needs/run-store.ts';
import { awkwardTexts, noise } from '../../support/noise.ts';
import { aRun, runId, sha, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { dump, startRun, taskAfter, theRun } from './steps.ts';

const megabyte = 1_024 * 1_024;

export const runs: Promises<RunStore> = {
  async 'init may be repeated and keeps what is there'({ store, reopen }) {
    await store.createRun(aRun());
    await store.init();
    await (await reopen()).init();
    expect(await store.loadRun(theRun)).toEqual(aRun());
  },

  async 'knows nothing of a run nobody created'({ store }) {
    expect(await store.loadRun(theRun)).toBeUndefined();
    expect(await store.listTasks(theRun)).toEqual([]);
    expect(await store.listAttempts(theRun)).toEqual([]);
    expect(await store.countFindings(theRun)).toEqual([]);
    expect(await store.listAccepted(theRun)).toEqual([]);
    expect(await store.listArtifacts(theRun)).toEqual([]);
  },

  async 'creates a run once and keeps the first'({ store, reopen }) {
    expect(await store.createRun(aRun())).toBe('created');
    const other = aRun({ kind: 'check', headSha: sha('f'), startedAt: t0 + 5 });
    expect(await (await reopen()).createRun(other)).toBe('exists');
    expect(await store.loadRun(theRun)).toEqual(aRun());
    expect(await store.createRun(aRun())).toBe('exists');
  },

  async 'gives back every field as it came'({ store, reopen }) {
    const full = aRun({
      workspaceId: 'workspace-1',
      kind: 'check',
      baseSha: sha('b'),
      status: 'aborted',
      finishedAt: t0 + 1,
      summary: { '': null, list: [], nested: { deep: [1.5, -0.25, { yes: true }] } },
    });
    await store.createRun(full);
    expect(await (await reopen()).loadRun(theRun)).toEqual(full);
  },

  async 'keeps numbers of any size that JSON can write'({ store }) {
    const numbers = [0.1 + 0.2, Number.MAX_SAFE_INTEGER, -(2 ** 60), 1e21, 1e-9];
    await store.createRun(aRun({ config: { numbers }, summary: { numbers } }));
    expect(await store.loadRun(theRun)).toEqual(
      aRun({ config: { numbers }, summary: { numbers } }),
    );
  },

  async 'keeps awkward texts as they are'({ store }) {
    for (const [index, text] of awkwardTexts.entries()) {
      const awkward = aRun({
        id: `run-${index}`,
        repoPath: text,
        config: { [`key ${text}`]: text },
        summary: { texts: [text], [text]: { [text]: text } },
      });
      await store.createRun(awkward);
      expect(await store.loadRun(awkward.id)).toEqual(awkward);
    }
  },

  async 'takes a summary of a megabyte in one text'({ store }) {
    await store.createRun(aRun());
    const summary = { log: noise(megabyte) };
    const change = { runId: theRun, status: 'running', summary, now: t0 } as const;
    expect(await store.updateRunStatus(change)).toBe('updated');
    expect((await store.loadRun(theRun))?.summary).toEqual(summary);
  },

  async 'takes a summary of a megabyte in many fields'({ store }) {
    const fields = Array.from({ length: 10_000 }, (_, index) => [
      `field ${index}`,
      { index, text: noise(90, index) },
    ]);
    const full = aRun({ summary: Object.fromEntries(fields) });
    expect(await store.createRun(full)).toBe('created');
    expect(await store.loadRun(theRun)).toEqual(full);
  },

  async 'changes status and summary while the run is under way'({ store }) {
    await store.createRun(aRun());
    const summary = { phase: 'collecting' };
    const step = { runId: theRun, status: 'running', summary, now: t0 + 1 } as const;
    expect(await store.updateRunStatus(step)).toBe('updated');
    expect(await store.loadRun(theRun)).toEqual(aRun({ summary }));
    const end = { runId: theRun, status: 'failed', now: t0 + 2 } as const;
    expect(await store.updateRunStatus(end)).toBe('updated');
    const ended = aRun({ summary, status: 'failed', finishedAt: t0 + 2 });
    expect(await store.loadRun(theRun)).toEqual(ended);
  },

  async 'leaves a run that is over as it is'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    await store.updateRunStatus({ runId: theRun, status: 'aborted', now: t0 + 1 });
    const before = await dump(store);
    const again = { runId: theRun, status: 'succeeded', summary: { late: true }, now: t0 + 2 };
    expect(await store.updateRunStatus({ ...again, status: 'succeeded' })).toBe('over');
    expect(await (await reopen()).updateRunStatus({ ...again, status: 'running' })).toBe('over');
    expect(await dump(store)).toEqual(before);
  },

  async 'of many that close a run, one does'({ store, reopen }) {
    await startRun(store, []);
    const others = [store, await reopen(), await reopen()];
    const end = { runId: theRun, status: 'succeeded', now: t0 + 1 } as const;
    const outcomes = await Promise.all(others.map((one) => one.updateRunStatus(end)));
    expect(outcomes.toSorted()).toEqual(['over', 'over', 'updated']);
    expect(await store.loadRun(theRun)).toEqual(aRun({ status: 'succeeded', finishedAt: t0 + 1 }));
  },

  async 'changes no run nobody created'({ store }) {
    const change = { runId: theRun, status: 'failed', now: t0 } as const;
    expect(await store.updateRunStatus(change)).toBe('unknown');
    expect(await store.loadRun(theRun)).toBeUndefined();
  },

  async 'lists the runs of a workspace, newest first, up to a limit'({ store }) {
    const times = [3, 1, 5, 2, 4];
    for (const time of times) {
      const mine = { workspaceId: 'workspace-1', startedAt: t0 + time };
      await store.createRun(aRun({ id: `run-${time}`, ...mine }));
    }
    await store.createRun(aRun({ id: 'foreign', workspaceId: 'workspace-2', startedAt: t0 + 9 }));
    await store.createRun(aRun({ id: 'by-hand', startedAt: t0 + 9 }));
    const listed = [5, 4, 3, 2, 1].map((time) => ({
      runId: runId(`run-${time}`),
      startedAt: t0 + time,
    }));
    expect(await store.listRuns(workspaceId('workspace-1'), 10)).toEqual(listed);
    expect(await store.listRuns(workspaceId('workspace-1'), 2)).toEqual(listed.slice(0, 2));
    expect(await store.listRuns(workspaceId('workspace-3'), 10)).toEqual([]);
  },
};
