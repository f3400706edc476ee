import { beforeEach, describe, expect, it } from 'vitest';
import type { FailedCheck } from '#model/observation.ts';
import type { CheckRun } from '../support/github/model.ts';
import { type Speaking, speaking } from './speaking.ts';

let on: Speaking;

beforeEach(async () => {
  on = await speaking();
});

function failedJob(name: string, workflow: string): FailedCheck & { readonly run: CheckRun } {
  const { hands } = on;
  const run = hands.startCheck({ sha: on.check.headSha, name, app: 'github-actions', workflow });
  return { run, app: 'github-actions', workflow, name, runId: `${run.id}`, jobId: `${run.id}` };
}

const fail = (...jobs: readonly { readonly run: CheckRun }[]) => {
  for (const { run } of jobs) on.hands.completeCheck(run, { conclusion: 'FAILURE' });
};

describe('running checks again', () => {
  it('asks for the job that failed', async () => {
    const [test, lint] = [failedJob('test', 'CI'), failedJob('lint', 'CI')];
    fail(test);
    on.hands.completeCheck(lint.run, { conclusion: 'SUCCESS' });
    await on.writing.rerun(on.at, [test]);
    expect(test.run.superseded).toBe(true);
    expect(lint.run.superseded).toBe(false);
  });

  it('asks for all failed jobs of one workflow run together', async () => {
    const [test, lint] = [failedJob('test', 'CI'), failedJob('lint', 'CI')];
    fail(test, lint);
    await on.writing.rerun(on.at, [test, lint]);
    expect([test.run.superseded, lint.run.superseded]).toEqual([true, true]);
    expect(on.warnings).toEqual([]);
  });

  it('asks the App whose check it is', async () => {
    const run = on.hands.startCheck({ sha: on.check.headSha, name: 'scan', app: 'scanner' });
    on.hands.completeCheck(run, { conclusion: 'FAILURE' });
    const asked: string[] = [];
    on.github.world.on((event) => {
      if (event.type === 'check_run' && event.action === 'rerequested') asked.push(event.run.name);
    });
    await on.writing.rerun(on.at, [{ app: 'scanner', name: 'scan', runId: `${run.id}` }]);
    expect(asked).toEqual(['scan']);
  });

  it('tells what cannot run again, and goes on', async () => {
    const running = failedJob('test', 'CI');
    const status = { app: 'ci', name: 'legacy', runId: 'SC_abc' };
    await on.writing.rerun(on.at, [running, status]);
    expect(on.warnings).toMatchObject([
      { message: 'Check cannot be run again', check: 'legacy' },
      { message: 'Check cannot be run again', checks: ['test'] },
    ]);
  });
});

describe('updating the branch from its base', () => {
  it('is asked for with the head that it must still have', async () => {
    on.hands.commit('main', { 'other.py': 'x\n' });
    expect(await on.writing.updateBranch(on.at, on.check.headSha)).toEqual({ kind: 'accepted' });
    await on.github.world.idle();
    expect(on.hands.read('other.py', 'fix')).toBe('x\n');
  });

  it('is refused for another head, and says why', async () => {
    on.hands.commit('main', { 'other.py': 'x\n' });
    on.hands.commit('fix', { 'b.py': 'b\n' });
    expect(await on.writing.updateBranch(on.at, on.check.headSha)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('expected_head_sha'),
    });
  });
});

describe('the pace of writing', () => {
  it('is one write a second', async () => {
    const { clock } = on;
    const began = clock.now();
    await Promise.all([1, 2, 3].map((n) => on.writing.addComment(on.at, `<!-- ${n} -->`, 'Text')));
    expect(clock.now() - began).toBeGreaterThanOrEqual(2_000);
  });
});
