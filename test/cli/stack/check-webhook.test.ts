import { describe, expect, it } from 'vitest';
import { checkWebhook } from '../../../lib/cli/stack/check-webhook.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const hook = { url: 'https://hooks.example.com/webhook', appId: '1', secret: 'a secret' };

interface Answers {
  readonly signed: Response | Error;
  readonly forged?: Response;
  readonly again?: Response;
}

const taken = () => new Response('ignored: a ping\n', { status: 200 });

/** Sends to a webhook that answers so: to what is signed first, to what is forged, and to the first once more. */
async function look({ signed, forged = refused(), again = repeated() }: Answers) {
  const clock = createManualClock();
  const sleep = async (milliseconds: number) => clock.advance(milliseconds);
  const seen = new Map<string, number>();
  const genuine = new Set<string>();
  const send: typeof fetch = async (_, init) => {
    const headers = new Headers(init?.headers);
    const id = headers.get('x-github-delivery') ?? '';
    const signature = headers.get('x-hub-signature-256') ?? '';
    const isFirst = seen.size === 0 || seen.has(id);
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    if (genuine.size === 0) genuine.add(signature);
    // A forgery with the signature of GitHub would be none.
    if (!isFirst) return genuine.has(signature) ? taken() : forged.clone();
    const answer = times > 1 && !(signed instanceof Error) && signed.ok ? again : signed;
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  return checkWebhook({ clock: { sleep }, fetch: send }, hook);
}

const refused = () => new Response('The signature does not fit.\n', { status: 401 });
const repeated = () => new Response('It was taken before.\n', { status: 200 });

describe('the check of a webhook', () => {
  it('is well where what is signed is taken once, and nothing else', async () => {
    const seen = await look({ signed: taken() });
    expect(seen.map(({ name, ok, todo }) => ({ name, ok, todo }))).toEqual([
      { name: 'webhook signature', ok: true, todo: null },
      { name: 'webhook forgery', ok: true, todo: null },
      { name: 'webhook repetition', ok: true, todo: null },
    ]);
  });

  it.each([
    ['refuses what is signed', refused(), /answered: 401 The signature does not fit\.$/],
    ['is broken', new Response('', { status: 503 }), /answered: 503/],
    ['is not there', networkError(), /answered: no answer: connect ECONNREFUSED/],
  ])('says so where it %s', async (_, signed, told) => {
    expect(await look({ signed })).toEqual([
      {
        name: 'webhook signature',
        ok: false,
        told: expect.stringMatching(told),
        todo: expect.stringContaining('`ratchetr setup`'),
      },
    ]);
  });

  it('says so where it takes what is forged', async () => {
    const seen = await look({ signed: taken(), forged: taken() });
    expect(seen).toContainEqual({
      name: 'webhook forgery',
      ok: false,
      told: expect.stringMatching(/^A forged ping was answered: 200 /),
      todo: expect.stringContaining('Deploy the stack again'),
    });
  });

  it('says so where it takes the same twice', async () => {
    const seen = await look({ signed: taken(), again: taken() });
    expect(seen).toContainEqual({
      name: 'webhook repetition',
      ok: false,
      told: expect.stringMatching(/^The same ping again was answered: 200 ignored/),
      todo: expect.stringContaining('log of the function webhook'),
    });
  });
});

function networkError(): Error {
  return new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
}
