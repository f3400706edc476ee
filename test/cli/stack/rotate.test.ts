import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendPing } from '#github/ping.ts';
import { createSecretWriter } from '#aws/secrets/writer.ts';
import type { App } from '../../support/github/identity.ts';
import { motoStartMs, sharedMoto, withClusters } from '../../support/moto.ts';
import { browse, makeSetup, type OwnSetup, runStackCli } from './own-setup.ts';

const moto = sharedMoto(withClusters);
let own: OwnSetup;

beforeAll(async () => {
  own = await makeSetup((await moto()).endpoint);
}, motoStartMs);
afterAll(() => own?.close());

/** What GitHub signs with now must be taken, by a function that knows nothing yet. */
async function expectTaken(app: App): Promise<void> {
  own.coldStart();
  const { url = '', secret = '' } = app.webhook ?? {};
  const answer = await sendPing({ fetch }, { url, secret, appId: String(app.id) });
  expect(answer).toMatchObject({ status: 200 });
}

const rotate = (...argv: readonly string[]) => {
  own.coldStart();
  return runStackCli(['rotate-webhook-secret', ...argv]);
};

const matches = (request: string) => request === 'PATCH /app/hook/config';

/** The next change of the webhook is lost on its way, or its answer is. */
function breakHook(when: 'before' | 'after'): void {
  own.github.faults.routes.push({ matches, times: 1, when, does: { status: 422 } });
}

describe('ratchetr rotate-webhook-secret', () => {
  it('says what to do where there is no App', async () => {
    expect(await rotate()).toMatchObject({
      code: 3,
      stderr:
        'The stack ratchetr-test has no App yet: run `ratchetr setup --stack ratchetr-test`.\n',
    });
  });

  it('loses no webhook, wherever it is broken off', async () => {
    let visiting: Promise<unknown> | undefined;
    await runStackCli(['setup'], (text) => {
      const [page] = /http:\S+\/(?= in a browser)/.exec(text) ?? [];
      if (page !== undefined) visiting = browse(page);
    });
    await visiting;
    const app = [...own.github.world.apps.values()].find(({ webhook }) => webhook);
    if (app === undefined) throw new Error('There is no App');
    const first = app.webhook?.secret;

    // GitHub was not told.
    breakHook('before');
    expect((await rotate()).code).toBe(3);
    own.github.faults.routes.length = 0;
    expect(app.webhook?.secret).toBe(first);
    await expectTaken(app);
    const begun = await own.members();
    expect(begun).toMatchObject({ 'github-webhook-secret-previous': first });

    // GitHub was told, and nobody heard its answer.
    breakHook('after');
    expect((await rotate()).code).toBe(3);
    own.github.faults.routes.length = 0;
    expect(await own.members()).toEqual(begun);
    expect(app.webhook?.secret).toBe(begun['github-webhook-secret']);
    await expectTaken(app);

    // Said once more, it goes on instead of beginning anew.
    expect(await rotate()).toMatchObject({ code: 0, stderr: '' });
    expect(await own.members()).toEqual(begun);
    await expectTaken(app);

    expect(await rotate('--finish')).toMatchObject({ code: 0, stderr: '' });
    expect(await own.members()).not.toHaveProperty('github-webhook-secret-previous');
    await expectTaken(app);
    expect((await rotate('--finish')).stdout).toMatch(/^No rotation is under way/);
  });

  it('finishes nothing before GitHub signs with the new secret', async () => {
    const app = [...own.github.world.apps.values()].find(({ webhook }) => webhook);
    const before = await own.members();
    if (app === undefined) throw new Error('There is no App');
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, () => ({
      'github-webhook-secret': 'new',
      'github-webhook-secret-previous': before['github-webhook-secret'],
    }));
    breakHook('before');
    expect((await rotate('--finish')).code).toBe(3);
    own.github.faults.routes.length = 0;
    await expectTaken(app);
    expect((await rotate('--finish')).code).toBe(0);
    expect(app.webhook?.secret).toBe('new');
    await expectTaken(app);
  });
});
