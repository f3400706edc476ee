import { describe, expect, it } from 'vitest';
import { githubWithPull } from '../../own-github.ts';

const base = '/repos/octo/shop';

describe('jobs of GitHub Actions', () => {
  it('hand out a log by an address that needs no token and does not live long', async () => {
    const { ask, clock, github, pull, shop } = await githubWithPull();
    const run = shop.startCheck({ sha: pull.headSha, name: 'test' });
    const logs = `GET ${base}/actions/jobs/${run.id}/logs`;
    expect(await ask(logs)).toMatchObject({ status: 404 });
    shop.completeCheck(run, { conclusion: 'FAILURE', log: '##[error]no\n' });
    const answer = await ask(logs);
    expect(answer).toMatchObject({ status: 302, text: '' });
    const address = answer.headers.get('location') ?? '';
    expect(address).toMatch(new RegExp(`^${github.url}/_downloads/`));
    expect(await (await fetch(address)).text()).toBe('##[error]no\n');
    clock.advance(61_000);
    expect((await fetch(address)).status).toBe(404);
    run.log = undefined;
    expect(await ask(logs)).toMatchObject({ status: 410 });
    const other = shop.startCheck({ sha: pull.headSha, name: 'x', app: 'other' });
    expect(await ask(`GET ${base}/actions/jobs/${other.id}/logs`)).toMatchObject({ status: 404 });
  });

  it('run again, alone or all that failed', async () => {
    const { ask, pull, shop } = await githubWithPull();
    const { headSha: sha } = pull;
    const again: string[] = [];
    shop.onRerun(({ name, attempt }) => void again.push(`${name} ${attempt}`));
    const [lint, test] = ['lint', 'test'].map((name) => shop.startCheck({ sha, name }));
    if (!lint || !test) throw new Error('Both checks were started');
    const rerun = (id: number) => ask(`POST ${base}/actions/jobs/${id}/rerun`);
    expect(await rerun(lint.id)).toMatchObject({ status: 403 });
    shop.completeCheck(lint, { conclusion: 'FAILURE' });
    shop.completeCheck(test, { conclusion: 'SUCCESS' });
    expect(await rerun(lint.id)).toMatchObject({ status: 201 });
    const workflow = lint.suite.workflowRun?.id;
    const failed = `POST ${base}/actions/runs/${workflow}/rerun-failed-jobs`;
    expect(await ask(failed)).toMatchObject({ status: 403 });
    const second = lint.suite.runs.at(-1);
    if (second) shop.completeCheck(second, { conclusion: 'FAILURE' });
    expect(await ask(failed)).toMatchObject({ status: 201 });
    expect(again).toEqual(['lint 2', 'lint 3']);
    const jobs = await ask(`GET ${base}/actions/runs/${workflow}/jobs`);
    expect(jobs).toMatchObject({ body: { total_count: 2 } });
    expect(await ask(`GET ${base}/actions/jobs/${lint.id}`)).toMatchObject({
      body: { run_id: workflow, workflow_name: 'CI', conclusion: 'failure' },
    });
  });
});
