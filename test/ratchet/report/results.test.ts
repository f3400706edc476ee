import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { reportToForge } from '#ratchet/report.ts';
import { decided, ended } from '../../report/github/standing.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { aNewTask, anAcceptedDiff, aRun, runId, sha, t0, taskId } from '../../support/samples.ts';
import { atEveryPoint, type StopPoint, write } from '../../support/stop-point.ts';
import { id, type ReportGround, reportGround } from './ground.ts';

const ofRun = { workspaceId: id, runId: runId('run-1') };
const patch = 'result/1.patch';

/** A session that is over, as its worker and its publisher left it. */
async function afterSession(
  last: Parameters<typeof ended>[0],
  { paths = [], dropped = [] }: { paths?: readonly string[]; dropped?: readonly string[] } = {},
): Promise<ReportGround> {
  const push = { sha: sha('d'), tree: sha('e'), undo: 'u', kind: 'review' as const, at: t0 + 5 };
  const lastSession = ended({ kind: 'review', ...last });
  const ground = await reportGround({ lastDecision: decided({}), lastSession, pushes: [push] });
  const { runs, pull } = ground;
  await runs.createRun(aRun({ workspaceId: id, headSha: pull.headSha }));
  if (paths.length > 0) await addressThreads(ground, paths);
  await runs.updateRunStatus({
    runId: ofRun.runId,
    status: 'succeeded',
    summary: summaryOf(dropped),
    now: t0 + 1,
  });
  return ground;
}

const summaryOf = (dropped: readonly string[]) => ({
  schemaVersion: 1,
  outcome: 'green',
  sentence: 'Nothing is left.',
  result: { kind: 'changeset' },
  patch,
  toRepair: { before: 1, after: 0 },
  vector: { acceptable: true, components: [] },
  dropped: dropped.map((task) => ({ taskId: task, because: 'It broke a test.' })),
  checkpoints: [],
  engineErrors: [],
  costUsd: 0.5,
});

/** A thread on each path, and the change for the first one accepted. */
async function addressThreads(ground: ReportGround, paths: readonly string[]): Promise<void> {
  const { hands, pull, runs } = ground;
  const threads = paths.map((path) => ({ path, line: 1, body: 'Rename it.' }));
  hands.review(pull.number, { login: 'mia', state: 'CHANGES_REQUESTED', threads });
  const { state } = await ground.head();
  await ground.keep('brief.json', {
    schemaVersion: 1,
    runId: 'run-1',
    work: 'review',
    pullRequest: state.pullRequest,
    title: 'Fix',
    headSha: pull.headSha,
    headRef: 'fix',
    baseSha: sha('b'),
    baseRef: 'main',
    failed: [],
    threads: pull.threads.map(({ path, nodeId }) => ({
      path,
      author: 'mia',
      body: 'Rename it.',
      id: nodeId,
    })),
    answers: [],
    budgetUsd: 5,
  });
  const targets = { files: paths.slice(0, 1), testIds: [], modules: [] };
  const task = aNewTask({ taskType: 'address_review', targets });
  await runs.addTasks({ runId: ofRun.runId, batch: 'b', tasks: [task], now: t0 });
  await runs.recordAccepted(anAcceptedDiff({ taskId: taskId('task-1') }));
}

const replies = ({ pull }: ReportGround) =>
  pull.threads.map(({ comments }) => comments.slice(1).map(({ body }) => body));

describe('the threads of a review', () => {
  it('get one reply each after a push, and none is resolved', async () => {
    const ground = await afterSession({}, { paths: ['src/total.py', 'README.md'] });
    await reportToForge(ground.deps, ofRun);
    await reportToForge(ground.deps, ofRun);
    expect(replies(ground)).toEqual([
      [expect.stringMatching(/^<!-- ratchetr:run-1 -->\nAddressed in \[`ddddddd`\]/)],
      [expect.stringMatching(/^<!-- ratchetr:run-1 -->\nNothing was changed for this: /)],
    ]);
    expect(ground.pull.threads.map(({ resolvedBy }) => resolvedBy)).toEqual([undefined, undefined]);
    const fields = { workspaceId: id, runId: 'run-1', threads: 2 };
    expect(ground.logged).toContainEqual({ message: 'Review answered', fields });
  });

  it('are told what was taken out at the end', async () => {
    const given = { paths: ['src/total.py'], dropped: ['task-1'] };
    const ground = await afterSession({}, given);
    await reportToForge(ground.deps, ofRun);
    expect(replies(ground)[0]?.[0]).toContain('Nothing was changed for this: It broke a test');
  });

  it('are told that nothing was pushed', async () => {
    const last = { outcome: 'no-push' as const, reason: 'It got worse.' };
    const ground = await afterSession(last, { paths: ['src/total.py'] });
    await reportToForge(ground.deps, ofRun);
    expect(replies(ground)[0]).toEqual([expect.stringContaining('not pushed: It got worse')]);
  });

  it('are left alone by a session that repaired checks', async () => {
    const ground = await afterSession({ kind: 'ci' }, { paths: ['src/total.py'] });
    await reportToForge(ground.deps, ofRun);
    expect(replies(ground)).toEqual([[]]);
  });
});

const waitingPatch = { outcome: 'no-push', kind: 'ci', patch: true } as const;

describe('a patch that we may not push', () => {
  it('is offered once, and applies where it is pasted', async () => {
    const work = await gitRepository({ 'a.txt': 'one\n' });
    await work.write({ 'a.txt': 'two\n' });
    const text = `${work.git('diff', '--binary')}\n`;
    work.git('checkout', '-q', '.');
    const ground = await afterSession(waitingPatch);
    await ground.keep(patch, text);
    await reportToForge(ground.deps, ofRun);
    await reportToForge(ground.deps, ofRun);
    const offered = ground.bodies().filter((body) => body.startsWith('<!-- ratchetr:patch run-1'));
    expect(offered).toHaveLength(1);
    const code = /```sh\n([^]*)\n```/.exec(offered[0] ?? '')?.[1] ?? '';
    execFileSync('sh', ['-c', code], { cwd: work.root });
    expect(`${work.git('diff', '--binary')}\n`).toBe(text);
  });

  it('is named where it is no text', async () => {
    const ground = await afterSession(waitingPatch);
    await reportToForge(ground.deps, ofRun);
    expect(ground.bodies()).toContainEqual(expect.stringContaining(`artifact \`${patch}\``));
  });

  it('is not offered once another session has ended', async () => {
    const ground = await afterSession({ ...waitingPatch, runId: runId('run-9') });
    await ground.keep(patch, '+x\n');
    await reportToForge(ground.deps, ofRun);
    expect(ground.bodies()).toHaveLength(1);
  });

  it('is not offered after a push', async () => {
    const ground = await afterSession({});
    await ground.keep(patch, '+x\n');
    await reportToForge(ground.deps, ofRun);
    expect(ground.bodies()).toHaveLength(1);
  });
});

/** Every change at the forge and in the store counts; who is dead changes nothing any more. */
function mortalDeps(ground: ReportGround, point: StopPoint): ReportGround['deps'] {
  const send: typeof fetch = async (url, init) => {
    if (init?.method !== 'GET') return write(point, () => fetch(url, init));
    point.look();
    return fetch(url, init);
  };
  const { workspaces } = ground;
  return {
    ...ground.depsOver(ground.clientWith(send)),
    workspaces: {
      ...workspaces,
      commit: (change) => write(point, () => workspaces.commit(change)),
      clearOutbox: (of, rev) => write(point, () => workspaces.clearOutbox(of, rev)),
    },
  };
}

describe('a report whose process dies', () => {
  it('says everything once in the end, wherever it died', async () => {
    const points = await atEveryPoint(async (point) => {
      const ground = await afterSession(
        { ...waitingPatch, kind: 'review' },
        { paths: ['src/total.py'] },
      );
      await ground.keep(patch, '+x\n');
      await ground.change({ question: 'Which port?' });
      await reportToForge(mortalDeps(ground, point), ofRun).catch(() => undefined);
      await reportToForge(ground.deps, ofRun);
      expect(replies(ground).map((own) => own.length)).toEqual([1]);
      const markers = ground.bodies().map((body) => body.split('\n')[0]?.split(' ')[1]);
      expect(markers).toHaveLength(3);
      expect(new Set(markers)).toEqual(
        new Set(['ratchetr:patch', 'ratchetr:question', 'ratchetr:state']),
      );
      const { state, dueAt } = await ground.head();
      expect(state.sticky?.commentId).toBe(
        String(ground.pull.comments.find(({ body }) => body.includes('ratchetr:state'))?.id),
      );
      expect(dueAt).toBeDefined();
    });
    expect(points).toBeGreaterThan(12);
  });
});
