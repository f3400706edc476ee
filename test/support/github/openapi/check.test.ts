import { describe, expect, it } from 'vitest';
import { askWith, ownGitHub } from '../../own-github.ts';
import { routes } from '../rest/routes.ts';
import { checkRequest, checkResponse, described } from './check.ts';

const create = 'POST /repos/{owner}/{repo}/check-runs';
const query = new URLSearchParams();
const unknownToGitHub = ['GET /repositories/{repository_id}'];

describe("GitHub's own description", () => {
  it('has every route that is served here, and no other', () => {
    const served = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(served).size).toBe(served.length);
    expect(served.filter((name) => described.operations[name] === undefined)).toEqual(
      unknownToGitHub,
    );
    expect(Object.keys(described.operations).filter((name) => !served.includes(name))).toEqual([]);
  });

  it('says what a request lacks or has wrong', () => {
    const annotations = Array.from({ length: 51 }, () => ({}));
    const body = { name: 'x', output: { title: 'x', summary: 1, annotations } };
    const found = checkRequest({ operation: create, query, body });
    expect(found.filter(({ field }) => !field.startsWith('output/annotations/'))).toEqual([
      { field: 'head_sha', code: 'missing_field', message: "head_sha wasn't supplied" },
      { field: 'output/summary', code: 'invalid', message: 'must be string' },
      {
        field: 'output/annotations',
        code: 'invalid',
        message: 'must NOT have more than 50 items',
      },
    ]);
    expect(checkRequest({ operation: create, query, body: undefined })).toMatchObject([
      { field: 'body', code: 'missing_field' },
    ]);
    const good = { name: 'x', head_sha: 'a', output: { title: 'x', summary: 'y' } };
    expect(checkRequest({ operation: create, query, body: good })).toEqual([]);
  });

  it('looks at the query as well', () => {
    const operation = 'GET /repos/{owner}/{repo}/pulls';
    const wrong = new URLSearchParams({ state: 'opened', per_page: 'all', other: 'x' });
    expect(checkRequest({ operation, query: wrong, body: undefined })).toMatchObject([
      { field: 'state' },
      { field: 'per_page' },
    ]);
  });

  it('says how an answer differs', () => {
    const answer = { status: 200, body: { id: '1', slug: 'x' } };
    const fields = checkResponse('GET /app', answer).map(({ field }) => field);
    expect(fields).toContain('id');
    expect(fields).toContain('permissions');
    expect(checkResponse('GET /app', { status: 204, body: undefined })).toMatchObject([
      { field: 'status' },
    ]);
  });

  it('is what requests are held to', async () => {
    const { github, installation, shop } = await ownGitHub();
    const ask = askWith(github, github.world.installationToken(installation).token);
    const answer = await ask('POST /repos/octo/shop/check-runs', { head_sha: shop.head() });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'name', code: 'missing_field' }], status: '422' },
    });
    expect(answer.text).toContain('"documentation_url":"https://docs.github.com/rest/');
    for (const request of ['GET /repos/octo/shop/milestones', 'PUT /repos/octo/shop/pulls']) {
      expect(await ask(request)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    }
  });
});
