import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { githubWithPull } from '../../own-github.ts';

const base = '/repos/octo/shop';
const withId = z.object({ id: z.number() });

describe('pull requests', () => {
  it('are listed and shown, and know after a while whether they merge', async () => {
    const { ask, clock, github, pull, shop } = await githubWithPull();
    github.world.lags.mergeabilityMs = 1000;
    shop.commit('other', { 'b.txt': 'b\n' });
    shop.openPull({ head: 'other', title: 'Other', draft: true });
    const numbers = async (query: string) => {
      const { body } = await ask(`GET ${base}/pulls?${query}`);
      return z
        .array(z.object({ number: z.number() }))
        .parse(body)
        .map(({ number }) => number);
    };
    expect(await numbers('')).toEqual([2, 1]);
    expect(await numbers('head=octo:fix')).toEqual([1]);
    expect(await numbers('sort=created&direction=asc')).toEqual([1, 2]);
    expect(await numbers('per_page=1&page=2')).toEqual([1]);
    shop.closePull(2);
    expect(await numbers('state=closed')).toEqual([2]);
    const first = await ask(`GET ${base}/pulls/1`);
    expect(first).toMatchObject({ body: { mergeable: null, mergeable_state: 'unknown' } });
    clock.advance(1000);
    expect(await ask(`GET ${base}/pulls/1`)).toMatchObject({
      body: {
        mergeable: true,
        mergeable_state: 'clean',
        changed_files: 1,
        additions: 1,
        commits: 1,
      },
    });
    expect(await ask(`GET ${base}/pulls/1/files`)).toMatchObject({ body: [{ filename: 'a.txt' }] });
    expect(await ask(`GET ${base}/commits/${pull.headSha}/pulls`)).toMatchObject({
      body: [{ number: 1 }],
    });
    expect(await ask(`GET ${base}/pulls/9`)).toMatchObject({ status: 404 });
  });

  it('take their base in, a little after it was accepted', async () => {
    const { ask, clock, github, pull, shop } = await githubWithPull();
    const head = pull.headSha;
    const update = (expected: string) =>
      ask(`PUT ${base}/pulls/1/update-branch`, { expected_head_sha: expected });
    expect(await update(head)).toMatchObject({ status: 422 });
    const tip = shop.commit('main', { 'm.txt': 'm\n' });
    expect(await update('a'.repeat(40))).toMatchObject({ status: 422 });
    expect(await update(head)).toMatchObject({ status: 202 });
    expect(pull.headSha).toBe(head);
    clock.advance(1000);
    await github.world.idle();
    const merged = shop.repository.git.commit(pull.headSha);
    expect(merged?.parents).toEqual([head, tip]);
  });

  it('do not take in a base that conflicts or changes workflows', async () => {
    const { ask, shop } = await githubWithPull();
    const update = () => ask(`PUT ${base}/pulls/1/update-branch`, {});
    shop.commit('main', { '.github/workflows/ci.yml': 'on: push\n' });
    const refused = await update();
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.text).toContain('without `workflows` permission');
    shop.commit('main', { '.github/workflows/ci.yml': null, 'a.txt': 'other\n' });
    expect(await update()).toMatchObject({
      status: 422,
      body: { message: 'merge conflict between base and head' },
    });
  });

  it('have a conversation and labels', async () => {
    const { ask, pull } = await githubWithPull();
    const made = await ask(`POST ${base}/issues/1/comments`, { body: 'one' });
    expect(made).toMatchObject({
      status: 201,
      body: { user: { login: 'ratchetr[bot]' }, performed_via_github_app: { slug: 'ratchetr' } },
    });
    const { id } = withId.parse(made.body);
    const comment = `${base}/issues/comments/${id}`;
    expect(await ask(`PATCH ${comment}`, { body: 'two' })).toMatchObject({ body: { body: 'two' } });
    expect(await ask(`GET ${comment}`)).toMatchObject({ body: { body: 'two' } });
    expect(await ask(`GET ${base}/issues/1/comments`)).toMatchObject({ body: [{ body: 'two' }] });
    const long = { body: 'x'.repeat(65_537) };
    expect(await ask(`PATCH ${comment}`, long)).toMatchObject({ status: 422 });
    expect(await ask(`GET ${base}/issues/comments/1`)).toMatchObject({ status: 404 });
    const labels = `${base}/issues/1/labels`;
    expect(await ask(`POST ${labels}`, { labels: ['ratchet', 'a b'] })).toMatchObject({
      status: 200,
    });
    expect(await ask(`DELETE ${labels}/a%20b`)).toMatchObject({ body: [{ name: 'ratchet' }] });
    expect(await ask(`DELETE ${labels}/a%20b`)).toMatchObject({ status: 404 });
    expect([...pull.labels.keys()]).toEqual(['ratchet']);
  });
});
