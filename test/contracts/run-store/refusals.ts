import { expect } from 'vitest';
import type { RunStore } from '#model/needs/run-store.ts';
import {
  aBaseline,
  aFinding,
  anAcceptedDiff,
  anArtifact,
  anAttemptResult,
  anAttemptStart,
  aNewTask,
  aRun,
  t0,
} from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { claimSoon, dump, startRun, taskAfter, theRun } from './steps.ts';

/** Well-typed, but outside of what the schemas allow: it could never be read again. */
const broken: Readonly<Record<string, (store: RunStore) => Promise<unknown>>> = {
  run: (store) => store.createRun({ ...aRun(), startedAt: -1 }),
  task: (store) =>
    store.addTasks({
      runId: theRun,
      batch: 'plan-2',
      tasks: [taskAfter('b'), { ...aNewTask({ id: 'c', fingerprint: 'c' }), priority: 10_000 }],
      now: t0,
    }),
  attempt: (store) => store.createAttempt({ ...anAttemptStart({ taskId: 'a' }), agentName: '' }),
  result: (store) =>
    store.finishAttempt({ ...anAttemptResult({ taskId: 'a' }), agentExitCode: 1.5 }),
  finding: (store) =>
    store.addFindings({
      runId: theRun,
      tool: 'pytest',
      stage: 'start',
      findings: [{ ...aFinding(), line: 0 }],
    }),
  artifact: (store) => store.addArtifact({ ...anArtifact(), sizeBytes: -1 }),
  'accepted diff': (store) => store.recordAccepted({ ...anAcceptedDiff(), sequence: 0 }),
  baseline: (store) => store.recordBaseline({ ...aBaseline(), engine: '' }),
};

export const refusals: Promises<RunStore> = {
  async 'nothing is stored that could not be read again'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await claimSoon(store);
    const before = await dump(store);
    for (const write of Object.values(broken)) {
      await expect(write(store)).rejects.toThrow('cannot be stored');
    }
    expect(await dump(store)).toEqual(before);
    expect(await store.findBaselines(aBaseline().repository, aBaseline().commit)).toEqual([]);
  },
};
