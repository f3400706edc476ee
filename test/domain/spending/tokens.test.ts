import { describe, expect, it } from 'vitest';
import { joinTokens, noTokens, readUsage } from '#domain/spending/tokens.ts';

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

  it.each([null, undefined, 'text', { output_tokens: -1 }, { output_tokens: 0.5 }])(
    'takes %j for no usage',
    (usage) => expect(readUsage('messages', usage)).toBeUndefined(),
  );
});

describe('joinTokens', () => {
  it('keeps the larger count of each kind', () => {
    const begun = { ...noTokens, input: 9, output: 1 };
    expect(joinTokens(begun, { ...noTokens, output: 50 })).toEqual({ ...begun, output: 50 });
  });
});
