import { describe, expect, it } from 'vitest';
import { askWith, githubWithPull } from '../own-github.ts';
import { installApp } from './installations.ts';

const base = '/repos/octo/shop';

describe('limits', () => {
  it('counts requests, and not those whose answer has not changed', async () => {
    const { ask, github } = await githubWithPull();
    const first = await ask(`GET ${base}`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4999');
    const same = await ask(`GET ${base}`, undefined, { 'if-none-match': etag });
    expect(same).toMatchObject({ status: 304, text: '' });
    expect(same.headers.get('x-ratelimit-remaining')).toBe('4999');
    expect(same.headers.get('x-github-request-id')).toMatch(/\w/);
    const changed = await ask(`GET ${base}`, undefined, { 'if-none-match': 'W/"x"' });
    expect(changed.headers.get('x-ratelimit-remaining')).toBe('4998');
    expect(await ask('GET /rate_limit')).toMatchObject({
      body: { resources: { core: { used: 2 } } },
    });
    expect(github.counters).toMatchObject({ rest: 4, notModified: 1, writes: 0 });
    expect(github.counters.byRoute.get('GET /repos/{owner}/{repo}')).toBe(3);
    github.counters.reset();
    expect(github.counters.rest).toBe(0);
  });

  it('refuses more than an hour has, until the next one', async () => {
    const { ask, clock, github, installation } = await githubWithPull();
    github.limits.restPerHour = 2;
    await ask(`GET ${base}`);
    await ask(`GET ${base}`);
    const refused = await ask(`GET ${base}`);
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.text).toContain('API rate limit exceeded for installation ID');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    const reset = Number(refused.headers.get('x-ratelimit-reset')) * 1000;
    clock.advance(reset - clock.now());
    const fresh = askWith(github, github.world.installationToken(installation).token);
    expect(await fresh(`GET ${base}`)).toMatchObject({ status: 200 });
  });

  it('counts for the installation, not for the token', async () => {
    const { app, ask, github } = await githubWithPull();
    await ask(`GET ${base}`);
    const elsewhere = installApp(github.world, app, { account: 'mona' });
    github.repository('mona/own');
    const other = askWith(github, github.world.installationToken(elsewhere).token);
    expect((await other('GET /repos/mona/own')).headers.get('x-ratelimit-used')).toBe('1');
  });
});
