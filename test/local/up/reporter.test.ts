import { expect, it } from 'vitest';
import type { ToReport } from '#ratchet/report.ts';
import { createReporter } from '#local/up/reporter.ts';
import { runId, workspaceId } from '../../support/samples.ts';

const one = workspaceId('workspace-1');
const other = workspaceId('workspace-2');

const pause = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

/** Reports that end when the test says so. */
function held() {
  const begun: ToReport[] = [];
  const ends: (() => void)[] = [];
  const report = createReporter((wanted) => {
    begun.push(wanted);
    return new Promise((resolve) => ends.push(resolve));
  });
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await pause();
  };
  return { begun, report, endNext };
}

it('reports on a pull request one after the other, and once for all that wait', async () => {
  const { begun, report, endNext } = held();
  const first = report({ workspaceId: one });
  await pause();
  const later = [1, 2, 3].map(() => report({ workspaceId: one }));
  await pause();
  expect(begun).toHaveLength(1);
  await endNext();
  expect(begun).toHaveLength(2);
  await endNext();
  await Promise.all([first, ...later]);
  expect(begun).toHaveLength(2);
});

it('leaves out no report of a run, and holds no other pull request up', async () => {
  const { begun, report, endNext } = held();
  const runs = [runId('run-1'), runId('run-2')];
  const all = [
    report({ workspaceId: one }),
    ...runs.map((id) => report({ workspaceId: one, runId: id })),
    report({ workspaceId: other }),
  ];
  await endNext();
  expect(begun.map(({ workspaceId: id }) => id)).toContain(other);
  for (let rest = 0; rest < 4; rest += 1) await endNext();
  await Promise.all(all);
  expect(begun.flatMap(({ runId: id }) => id ?? [])).toEqual(runs);
});

it('goes on after one that failed, and tells of it', async () => {
  let fails = true;
  const report = createReporter(async () => {
    if (fails) throw new Error('The forge is down');
  });
  await expect(report({ workspaceId: one })).rejects.toThrow('The forge is down');
  fails = false;
  await expect(report({ workspaceId: one })).resolves.toBeUndefined();
});
