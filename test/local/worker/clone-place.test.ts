import { describe, expect, it } from 'vitest';
import { readCloneSource } from '#local/worker/process-worker.ts';
import { aWorkspaceState } from '../../support/samples.ts';

const { pullRequest } = aWorkspaceState();

describe('the place of the code of a pull request', () => {
  it('is its host, without a token where none is given', async () => {
    const { checkoutOf, protocols } = readCloneSource({ HOME: '/home/ada' });
    expect(await checkoutOf(pullRequest)).toEqual({ url: 'https://github.com/acme/shop.git' });
    expect(protocols).toEqual(['http', 'https']);
  });

  it('is what the environment says, whose token nobody else sees', async () => {
    const { checkoutOf, env } = readCloneSource({
      HOME: '/home/ada',
      RATCHETR_CLONE_URL: 'http://127.0.0.1:9/git/{owner}/{name}',
      RATCHETR_CLONE_TOKEN: 'secret',
    });
    const url = 'http://127.0.0.1:9/git/acme/shop';
    expect(await checkoutOf(pullRequest)).toEqual({ url, token: 'secret' });
    expect(env).toEqual({ HOME: '/home/ada' });
  });

  it.each(['/srv/{name}.git', 'file:///srv/{name}.git'])('may be a folder: %s', (url) => {
    expect(readCloneSource({ RATCHETR_CLONE_URL: url }).protocols).toEqual(['file']);
  });
});
