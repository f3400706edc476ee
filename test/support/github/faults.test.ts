import { describe, expect, it } from 'vitest';
import { askWith, githubWithPull } from '../own-github.ts';

const base = '/repos/octo/shop';

describe('faults', () => {
  it('is down, as a broken connection or as a gateway', async () => {
    const { ask, github } = await githubWithPull();
    github.faults.down = 'refused';
    await expect(ask(`GET ${base}`)).rejects.toThrow('fetch failed');
    github.faults.down = '502';
    expect(await ask(`GET ${base}`)).toMatchObject({ status: 502, body: undefined });
    github.faults.down = undefined;
    expect(await ask(`GET ${base}`)).toMatchObject({ status: 200 });
  });

  it('meets the secondary limit for some requests', async () => {
    const { ask, github } = await githubWithPull();
    Object.assign(github.faults.secondaryLimit, { requests: 1, status: 429, retryAfterSeconds: 7 });
    const limited = await ask(`GET ${base}`);
    expect(limited).toMatchObject({ status: 429 });
    expect(limited.headers.get('retry-after')).toBe('7');
    expect(await ask(`GET ${base}`)).toMatchObject({ status: 200 });
  });

  it('answers GraphQL 200 with errors', async () => {
    const { ask, github } = await githubWithPull();
    const query = { query: '{ rateLimit { cost } }' };
    Object.assign(github.faults.graphqlErrors, { requests: 1, type: 'RATE_LIMITED' });
    expect(await ask('POST /graphql', query)).toMatchObject({
      status: 200,
      body: { data: null, errors: [{ type: 'RATE_LIMITED' }] },
    });
    expect(await ask('POST /graphql', query)).toMatchObject({
      body: { data: { rateLimit: { cost: 1 } } },
    });
    expect(await askWith(github, undefined)('POST /graphql', query)).toMatchObject({ status: 401 });
    expect(github.counters).toMatchObject({ graphql: 2, points: 2, rest: 0 });
  });

  it('fails single routes, before or after they were carried out', async () => {
    const { ask, github, pull } = await githubWithPull();
    const comment = () => ask(`POST ${base}/issues/1/comments`, { body: 'x' });
    github.faults.routes.push({ matches, does: { status: 503 }, times: 1 });
    github.faults.routes.push({ matches, does: 'break', when: 'after', times: 1 });
    expect(await comment()).toMatchObject({ status: 503 });
    expect(pull.comments).toHaveLength(0);
    await expect(comment()).rejects.toThrow('fetch failed');
    expect(pull.comments).toHaveLength(1);
    expect(await comment()).toMatchObject({ status: 201 });
  });
});

function matches(request: string): boolean {
  return request.endsWith('/comments');
}
