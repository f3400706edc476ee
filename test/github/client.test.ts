import { describe, expect, it } from 'vitest';
import { ForgeLater, ForgeRefusal, ForgeUnavailable, requireData } from '#github/errors.ts';
import { type Reply, plain, shop, startPeer } from './peer.ts';

const get = { method: 'GET', path: '/things' } as const;
const post = { method: 'POST', path: '/things', parameters: { name: 'one' } } as const;
const query = { document: 'query { rateLimit { cost } }', variables: {} };

describe('an outage', () => {
  it('is outlasted where asking twice does no harm', async () => {
    const faults: readonly Reply[] = [{ status: 502 }, { breaks: 'before' }, { breaks: 'amid' }];
    const peer = await startPeer((_asked, count) => faults[count - 1] ?? { json: { a: 1 } });
    expect((await peer.client.rest(get, shop)).data).toEqual({ a: 1 });
    expect(peer.asked).toHaveLength(4);
  });

  it('is told after some tries, with no token in the error', async () => {
    const peer = await startPeer(() => ({ status: 503 }));
    const error = await peer.client.rest(get, shop).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ForgeUnavailable);
    expect(String(error)).toContain('GET 127.0.0.1');
    expect(JSON.stringify(error) + String(error)).not.toContain('ghp_');
    expect(peer.asked).toHaveLength(4);
  });

  it('never sends a thing twice that might be done twice', async () => {
    const peer = await startPeer(() => ({ status: 502 }));
    await expect(peer.client.rest(post, shop)).rejects.toThrow(ForgeUnavailable);
    const mutation = { document: 'mutation { a }', variables: {} };
    await expect(peer.client.graphql(mutation, shop)).rejects.toThrow(ForgeUnavailable);
    expect(peer.asked).toHaveLength(2);
  });

  it('pauses longer each time, and never as long as others do', async () => {
    const waits = await Promise.all(
      [1, 2].map(async () => {
        const peer = await startPeer(() => ({ status: 502 }));
        const before = peer.clock.now();
        await peer.client.rest(get, shop).catch(() => {});
        return peer.clock.now() - before;
      }),
    );
    expect(waits[0]).not.toBe(waits[1]);
    for (const wait of waits) expect(wait).toBeGreaterThan(4_000);
  });

  it.each([
    ['nothing', { json: {} }],
    ['no data', { json: { data: null, errors: [{ message: 'Something went wrong' }] } }],
    ['text', { headers: { 'content-type': 'text/html' }, text: '<html>' }],
    [
      'half of it',
      { json: { data: {}, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: '' }] } },
    ],
  ])('of GraphQL has status 200 too: %s', async (_name, reply) => {
    const peer = await startPeer(() => reply);
    await expect(peer.client.graphql(query, shop)).rejects.toThrow(ForgeUnavailable);
  });
});

describe('a limit', () => {
  const minute = 60_000;
  const reset = String(Date.UTC(2026, 0, 1, 0, 20) / 1000);
  const usedUp = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };

  it.each<[string, Reply, number]>([
    ['retry-after', { status: 429, headers: { 'retry-after': '30' } }, 30_000],
    ['retry-after of an outage', { status: 503, headers: { 'retry-after': '30' } }, 30_000],
    [
      'no time',
      { status: 403, json: { message: 'You have exceeded a secondary rate limit' } },
      minute,
    ],
    ['bare 429', { status: 429 }, minute],
    [
      'an hour',
      { status: 403, headers: usedUp, json: { message: 'API rate limit exceeded' } },
      20 * minute,
    ],
  ])('is kept: %s', async (_name, reply, waitMs) => {
    const peer = await startPeer((_asked, count) => (count === 1 ? reply : { json: 1 }));
    const at = peer.clock.now() + waitMs;
    await expect(peer.client.rest(get, shop)).rejects.toMatchObject({ name: 'ForgeLater', at });
    await expect(peer.client.rest(get, shop)).rejects.toMatchObject({ name: 'ForgeLater', at });
    expect(peer.asked).toHaveLength(1);
    peer.clock.advance(waitMs);
    expect((await peer.client.rest(get, shop)).data).toBe(1);
  });

  it('of permission is none', async () => {
    const refused = { status: 403, json: { message: 'Resource not accessible by integration' } };
    const peer = await startPeer(() => refused);
    const answer = await peer.client.rest(get, shop);
    expect(() => requireData(answer, 'read things')).toThrow(ForgeRefusal);
    expect(() => requireData(answer, 'read things')).toThrow(
      /read things: 403 Resource not accessible/,
    );
  });

  it('is seen coming: what is used up is not asked again', async () => {
    const peer = await startPeer(() => ({ json: { data: {} }, headers: usedUp }));
    await peer.client.graphql(query, shop);
    await expect(peer.client.graphql(query, shop)).rejects.toThrow(ForgeLater);
    // REST has a budget of its own.
    await peer.client.rest(get, shop);
    expect(peer.asked).toHaveLength(2);
  });

  it('of GraphQL has status 200 too', async () => {
    const errors = [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }];
    const peer = await startPeer(() => ({ json: { errors }, headers: usedUp }));
    const at = Date.UTC(2026, 0, 1, 0, 20);
    await expect(peer.client.graphql(query, shop)).rejects.toMatchObject({ at });
  });

  it('is waited for longer when it comes again', async () => {
    const peer = await startPeer(() => ({ status: 429 }));
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const error = await peer.client.rest(get, shop).catch((thrown: unknown) => thrown);
      if (!(error instanceof ForgeLater)) throw new Error('That was no limit');
      waits.push((error.at - peer.clock.now()) / minute);
      peer.clock.advance(error.at - peer.clock.now());
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it('is forgotten once GitHub answers again', async () => {
    const peer = await startPeer((_asked, count) => (count === 3 ? { json: 1 } : { status: 429 }));
    const waits: number[] = [];
    for (let round = 1; round <= 4; round += 1) {
      const error = await peer.client.rest(get, shop).catch((thrown: unknown) => thrown);
      if (!(error instanceof ForgeLater)) continue;
      waits.push((error.at - peer.clock.now()) / minute);
      peer.clock.advance(error.at - peer.clock.now());
    }
    expect(waits).toEqual([1, 2, 1]);
  });

  it('shows in the metrics', async () => {
    const headers = { 'x-ratelimit-remaining': '4990' };
    const peer = await startPeer(({ route }) =>
      route === 'POST /graphql'
        ? { headers, json: { data: { rateLimit: { cost: 3 } } } }
        : { status: 429 },
    );
    await peer.client.graphql(query, shop);
    await peer.client.rest(get, shop).catch(() => {});
    expect(Object.fromEntries(peer.measured)).toEqual({
      github_requests: [1, 1],
      github_rate_limit_remaining: [4990],
      github_points: [3],
      github_limited: [1],
    });
  });
});

describe('conditional requests', () => {
  it('take the last answer for one that has not changed', async () => {
    const peer = await startPeer(({ headers }) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304, headers: { etag: '"1"' } }
        : { json: { a: 1 }, headers: { etag: '"1"' } },
    );
    const first = await peer.client.rest(get, shop);
    const second = await peer.client.rest(get, shop);
    expect(second).toMatchObject({ status: 200, data: first.data });
    expect(peer.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  });

  it('never keep a tag whose body did not arrive', async () => {
    const replies: readonly Reply[] = [
      { json: { a: 1 }, headers: { etag: '"1"' } },
      ...Array.from({ length: 4 }, (): Reply => ({ text: '{"a":2', headers: { etag: '"2"' } })),
    ];
    const peer = await startPeer(
      (_asked, count) => replies[count - 1] ?? { json: { a: 3 }, headers: { etag: '"3"' } },
    );
    await peer.client.rest(get, shop);
    await expect(peer.client.rest(get, shop)).rejects.toThrow(ForgeUnavailable);
    expect((await peer.client.rest(get, shop)).data).toEqual({ a: 3 });
    const tags = peer.asked.map(({ headers }) => headers['if-none-match']);
    expect(tags).toEqual([undefined, '"1"', '"1"', '"1"', '"1"', '"1"']);
  });

  it('are not made with the tag of another repository', async () => {
    const peer = await startPeer(() => ({ json: 1, headers: { etag: '"1"' } }));
    await peer.client.rest(get, shop);
    const repository = { ...shop.repository, repositoryId: '8' };
    await peer.client.rest(get, { ...shop, repository });
    expect(peer.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('requests', () => {
  it('carry what they are asked with', async () => {
    const peer = await startPeer(() => ({ json: 1 }));
    const path = '/repos/{owner}/{repo}/branches/{branch}';
    const parameters = { owner: 'acme', repo: 'shop', branch: 'a/b c', page: 2 };
    await peer.client.rest({ method: 'GET', path, parameters }, shop);
    await peer.client.rest(post, shop);
    expect(peer.asked).toMatchObject([
      { route: 'GET /repos/acme/shop/branches/a%2Fb%20c?page=2', body: '' },
      { route: 'POST /things', body: '{"name":"one"}' },
    ]);
    expect(peer.asked[1]?.headers).toMatchObject({
      authorization: `Bearer ${plain.kind === 'token' ? plain.token : ''}`,
      'user-agent': 'ratchetr',
      'x-github-api-version': '2022-11-28',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('are few at once', async () => {
    let open = 0;
    let most = 0;
    const peer = await startPeer(() => {
      open += 1;
      most = Math.max(most, open);
      const after = new Promise((resolve) => setTimeout(resolve, 5)).then(() => (open -= 1));
      return { json: 1, after };
    });
    const path = '/things/{id}';
    await Promise.all(
      Array.from({ length: 60 }, (_none, id) =>
        peer.client.rest({ method: 'GET', path, parameters: { id } }, shop),
      ),
    );
    expect(most).toBeLessThanOrEqual(12);
    expect(peer.asked).toHaveLength(60);
  });

  it('go to GitHub only', async () => {
    const peer = await startPeer(() => ({ json: 1 }));
    const elsewhere = { method: 'GET', path: 'https://evil.example/repos' } as const;
    await expect(peer.client.rest(elsewhere, shop)).rejects.toThrow(/evil.example would show it/);
  });

  it('follow a renamed repository, but not a page of another host', async () => {
    const peer = await startPeer(({ route }) => {
      if (route === 'GET /things') return { status: 301, headers: { location: '/renamed' } };
      return { json: [1], headers: { link: '<https://evil.example/2>; rel="next"' } };
    });
    expect((await peer.client.rest(get, shop)).data).toEqual([1]);
    const pages = peer.client.pages({ ...get, what: 'list things' }, shop);
    expect((await pages.next()).value).toEqual([1]);
    await expect(pages.next()).rejects.toThrow(/evil.example/);
  });

  it('keep ids beyond the integers of JavaScript', async () => {
    const text = String.raw`[{"id":12345678901234567890, "note":"\"id\": 12345678901234567890"}]`;
    const peer = await startPeer(() => ({ text }));
    expect((await peer.client.rest(get, shop)).data).toEqual([
      { id: '12345678901234567890', note: '"id": 12345678901234567890' },
    ]);
  });
});
