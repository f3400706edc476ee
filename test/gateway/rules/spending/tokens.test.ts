import { describe, expect, it } from 'vitest';
import { joinTokens, noTokens, readUsage } from '#gateway/rules/spending/tokens.ts';

describe('readUsage', () => {
  it('reads messages, whose input leaves the cache out', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_1h_input_tokens: 12 },
      output_tokens: 5,
    };
    const tokens = { input: 10, cacheRead: 20, cacheWrite: 18, cacheWriteHour: 12, output: 5 };
    expect(readUsage('messages', usage)).toEqual(tokens);
    expect(readUsage('messages', { output_tokens: 5 })).toEqual({ ...noTokens, output: 5 });
  });

  it('reads responses and chats, whose input includes the cache', () => {
    const tokens = { ...noTokens, input: 60, cacheRead: 40, output: 7 };
    const responses = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 40 },
      output_tokens: 7,
    };
    expect(readUsage('responses', responses)).toEqual(tokens);
    const chat = {
      prompt_tokens: 100,
      prompt_tokens_details: { cached_tokens: 40 },
      completion_tokens: 7,
    };
    expect(readUsage('chat', chat)).toEqual(tokens);
  });

  it.each([
    null,
    undefined,
    'text',
    {},
    { input_tokens: 5 },
    { output_tokens: null },
    { output_tokens: -1 },
    { output_tokens: 0.5 },
  ])('takes %j for no usage', (usage) => {
    for (const api of ['messages', 'responses', 'chat'] as const) {
      expect(readUsage(api, usage)).toBeUndefined();
    }
  });
});

describe('joinTokens', () => {
  it('keeps the larger count of each kind', () => {
    const begun = { ...noTokens, input: 9, output: 1 };
    expect(joinTokens(begun, { ...noTokens, output: 50 })).toEqual({ ...begun, output: 50 });
  });

  it.each([
    [{ cacheWriteHour: 100 }, { cacheWriteHour: 100 }],
    [
      { cacheWrite: 40, cacheWriteHour: 60 },
      { cacheWrite: 40, cacheWriteHour: 60 },
    ],
    [{ cacheWrite: 100 }, { cacheWrite: 100 }],
    [{}, { cacheWrite: 100 }],
  ])('counts once what was stored: %j, then 100 in one number', (begun, joined) => {
    const whole = { ...noTokens, cacheWrite: 100, output: 5 };
    expect(joinTokens({ ...noTokens, ...begun }, whole)).toEqual({
      ...noTokens,
      ...joined,
      output: 5,
    });
  });
});
