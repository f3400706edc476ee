import { describe, expect, it } from 'vitest';
import { askWith, githubWithPull } from '../../own-github.ts';

const base = '/repos/octo/shop';

describe('statuses and rules', () => {
  it('keeps every word about a commit', async () => {
    const { ask, github, installation, pull } = await githubWithPull();
    const word = { state: 'pending', context: 'ratchetr', description: 'soon' };
    const path = `${base}/statuses/${pull.headSha}`;
    expect(await ask(`POST ${path}`, word)).toMatchObject({ status: 403 });
    const permissions = { statuses: 'write' } as const;
    const { token } = github.world.installationToken(installation, { permissions });
    const say = askWith(github, token);
    expect(await say(`POST ${path}`, word)).toMatchObject({ status: 201 });
    expect(await say(`POST ${path}`, { ...word, state: 'success' })).toMatchObject({ status: 201 });
    expect(await ask(`GET ${base}/commits/fix/statuses`)).toMatchObject({
      body: [{ state: 'success' }, { state: 'pending', creator: { login: 'ratchetr[bot]' } }],
    });
    const long = { ...word, description: 'x'.repeat(141) };
    expect(await say(`POST ${path}`, long)).toMatchObject({ status: 422 });
    expect(await say(`POST ${base}/statuses/${'a'.repeat(40)}`, word)).toMatchObject({
      status: 422,
    });
  });

  it('shows what a branch asks for', async () => {
    const { ask, shop } = await githubWithPull();
    shop.protect('release/1', {
      requiredChecks: [{ context: 'test', appId: 15368 }, { context: 'lint' }],
      requiredSignatures: true,
      requiredReviews: 1,
    });
    expect(await ask(`GET ${base}/rules/branches/release/1`)).toMatchObject({
      body: [
        {
          type: 'required_status_checks',
          parameters: {
            required_status_checks: [
              { context: 'test', integration_id: 15368 },
              { context: 'lint' },
            ],
          },
        },
        { type: 'required_signatures' },
        { type: 'pull_request' },
      ],
    });
    expect(await ask(`GET ${base}/rules/branches/none`)).toMatchObject({ body: [] });
  });
});
