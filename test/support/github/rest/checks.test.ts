import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askWith, githubWithPull } from '../../own-github.ts';

const base = '/repos/octo/shop';
const withId = z.object({ id: z.number() });

describe('check runs', () => {
  it('begin, gather annotations and end', async () => {
    const { ask, pull } = await githubWithPull();
    const plan = {
      name: 'ratchetr',
      head_sha: pull.headSha,
      external_id: 'r1',
      status: 'in_progress',
    };
    const begun = await ask(`POST ${base}/check-runs`, plan);
    expect(begun).toMatchObject({
      status: 201,
      body: { status: 'in_progress', conclusion: null, pull_requests: [{ number: 1 }] },
    });
    const { id } = withId.parse(begun.body);
    const run = `${base}/check-runs/${id}`;
    await ask(`PATCH ${run}`, output(annotations(1, 50)));
    const last = { conclusion: 'failure', ...output(annotations(51, 2)) };
    expect(await ask(`PATCH ${run}`, last)).toMatchObject({
      status: 200,
      body: { status: 'completed', conclusion: 'failure', output: { annotations_count: 52 } },
    });
    const listed = await ask(`GET ${run}/annotations?per_page=50&page=2`);
    expect(listed).toMatchObject({ body: [{ start_line: 51 }, { message: 'line 52' }] });
    expect(listed.headers.get('link')).toContain('page=1>; rel="prev"');
    const tooMany = await ask(`PATCH ${run}`, output(annotations(1, 51)));
    expect(tooMany).toMatchObject({ status: 422 });
    expect(await ask(`PATCH ${run}`, { status: 'completed' })).toMatchObject({ status: 422 });
  });

  it('are listed by name, newest only or all', async () => {
    const { ask, pull, shop } = await githubWithPull();
    const { headSha: sha } = pull;
    const job = shop.startCheck({ sha, name: 'lint' });
    shop.completeCheck(job, { conclusion: 'FAILURE' });
    shop.rerun(job);
    shop.startCheck({ sha, name: 'test' });
    const names = async (query: string) => {
      const { body } = await ask(`GET ${base}/commits/${sha}/check-runs?${query}`);
      const listed = z.object({ check_runs: z.array(z.object({ name: z.string() })) }).parse(body);
      return listed.check_runs.map(({ name }) => name);
    };
    expect(await names('')).toEqual(['test', 'lint']);
    expect(await names('check_name=lint')).toEqual(['lint']);
    expect(await names('check_name=lint&filter=all')).toEqual(['lint', 'lint']);
    expect(await names('status=completed')).toEqual([]);
    expect((await ask(`GET ${base}/commits/fix/check-runs`)).body).toMatchObject({
      total_count: 2,
    });
  });

  it('belong to the App that made them', async () => {
    const { ask, github, pull, shop } = await githubWithPull();
    const foreign = shop.startCheck({ sha: pull.headSha, name: 'x', app: 'other' });
    expect(await ask(`PATCH ${base}/check-runs/${foreign.id}`, { name: 'y' })).toMatchObject({
      status: 403,
    });
    expect(await ask(`PATCH ${base}/check-runs/1`, { name: 'y' })).toMatchObject({ status: 404 });
    const unknown = { name: 'x', head_sha: 'a'.repeat(40) };
    expect(await ask(`POST ${base}/check-runs`, unknown)).toMatchObject({ status: 422 });
    const person = askWith(github, github.world.userToken('octo').token);
    const made = await person(`POST ${base}/check-runs`, { name: 'x', head_sha: pull.headSha });
    expect(made).toMatchObject({ status: 403 });
  });

  it('are asked to run again', async () => {
    const { ask, github, pull, shop } = await githubWithPull();
    const run = shop.startCheck({ sha: pull.headSha, name: 'x', app: 'other' });
    const events: string[] = [];
    github.world.on((event) => events.push('action' in event ? event.action : event.type));
    expect(await ask(`POST ${base}/check-runs/${run.id}/rerequest`)).toMatchObject({ status: 422 });
    shop.completeCheck(run, { conclusion: 'FAILURE' });
    expect(await ask(`POST ${base}/check-runs/${run.id}/rerequest`)).toMatchObject({ status: 201 });
    expect(events).toContain('rerequested');
  });
});

function annotations(from: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    path: 'a.txt',
    start_line: from + index,
    end_line: from + index,
    annotation_level: 'failure',
    message: `line ${from + index}`,
  }));
}

function output(found: readonly object[]): object {
  return { output: { title: 't', summary: 's', annotations: found } };
}
