import { describe, expect, it } from 'vitest';
import type { FakeAnswer } from '../../support/fake-provider.ts';
import { paths, runGateway } from './running-gateway.ts';

const ask = { model: 'claude-opus-5-5', max_tokens: 100, messages: [] };

describe('what keeps an agent from the models', () => {
  it.each<[string, FakeAnswer, string | undefined]>([
    ['a provider that is busy', { status: 529 }, 'provider'],
    ['too many calls', { status: 429 }, 'provider'],
    ['a provider that is broken', { status: 500 }, 'provider'],
    ['a key that is refused', { status: 401 }, 'account'],
    ['no credit', { status: 402 }, 'account'],
    ['a request that is wrong', { status: 400 }, undefined],
    ['an answer', {}, undefined],
  ])('is told of %s', async (_name, answer, kind) => {
    const { access, post } = await runGateway({ answer });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()?.kind).toBe(kind);
  });

  it('names the setting where the key is missing or the model has no price', async () => {
    const { access, post } = await runGateway({ known: {} });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
    await (await post(paths.messages, { ...ask, model: 'a-model-of-tomorrow' })).text();
    expect(access.trouble()).toMatchObject({
      kind: 'account',
      sentence: expect.stringContaining('models.prices'),
    });
  });

  it('is forgotten once a request is answered, and keeps the time that the provider asked for', async () => {
    const { access, post } = await runGateway({
      answer: (count) => (count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : {}),
    });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toMatchObject({ kind: 'provider', retryAfterMs: 7_000 });
    await (await post(paths.messages, ask)).text();
    expect(access.trouble()).toBeUndefined();
  });
});
