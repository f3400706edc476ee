import { describe, expect, it } from 'vitest';
import { prepareBody } from '#gateway/request-body.ts';

type Api = Parameters<typeof prepareBody>[0];

const limits = { maxRequestBytes: 1000, defaultOutputTokens: 5_000 };
const prepare = (api: Api, text: string) => prepareBody(api, Buffer.from(text), limits);

function prepared(api: Api, body: object) {
  const made = prepare(api, JSON.stringify(body));
  if (made.kind === 'refused') throw new Error(made.sentence);
  return made.value;
}

const sent = (api: Api, body: object, outputTokens?: number): unknown =>
  JSON.parse(prepared(api, body).body(outputTokens).toString());

describe('prepareBody', () => {
  it('gives a limit to a request without one, and leaves the rest as it is', () => {
    const body = { model: 'm', input: [{ role: 'user', content: 'ü' }], store: false };
    expect(sent('responses', body)).toEqual({ ...body, max_output_tokens: 5_000 });
    expect(sent('messages', { model: 'm' })).toEqual({ model: 'm', max_tokens: 5_000 });
    expect(sent('chat', { model: 'm' })).toEqual({ model: 'm', max_completion_tokens: 5_000 });
    expect(sent('chat', { model: 'm', max_tokens: 3 })).toEqual({ model: 'm', max_tokens: 3 });
  });

  it('lowers the limit to what there is money for, and never raises it', () => {
    expect(sent('messages', { model: 'm', max_tokens: 9 }, 4)).toMatchObject({ max_tokens: 4 });
    expect(sent('messages', { model: 'm', max_tokens: 9 }, 40)).toMatchObject({ max_tokens: 9 });
    expect(sent('responses', { model: 'm' }, 4)).toMatchObject({ max_output_tokens: 4 });
    const both = { model: 'm', max_tokens: 9, max_completion_tokens: 3, n: 2 };
    expect(sent('chat', both, 8)).toMatchObject({ max_tokens: 4, max_completion_tokens: 3 });
  });

  it('tells what is asked for, and the least that is of use', () => {
    const { output } = prepared('messages', { model: 'm' });
    expect(output).toEqual({ asked: 5_000, least: 1_024 });
    expect(prepared('messages', { model: 'm', max_tokens: 9 }).output.least).toBe(9);
    const thinking = { type: 'enabled', budget_tokens: 3_000 };
    expect(prepared('messages', { model: 'm', thinking }).output.least).toBe(4_024);
    expect(prepared('chat', { model: 'm', n: 3 }).output).toEqual({ asked: 15_000, least: 3_072 });
  });

  it('measures images apart from the rest, which is text', () => {
    const source = { type: 'base64', data: 'A'.repeat(600) };
    const content = [{ type: 'image', source }];
    const { size } = prepared('messages', { model: 'm', messages: [{ role: 'user', content }] });
    expect(size).toMatchObject({ images: 1, documents: 0, cache: 'none' });
    expect(size.bytes).toBeLessThan(200);
  });

  it.each([
    ['messages', { system: [{ type: 'text', text: '"cache_control":{' }] }, 'none'],
    ['messages', { cache_control: { type: 'ephemeral' } }, 'short'],
    ['messages', { system: [{ type: 'text', text: 'x', cache_control: { ttl: '1h' } }] }, 'long'],
    ['responses', { input: 'x' }, 'short'],
    ['responses', { prompt_cache_options: { ttl: '30m' } }, 'short'],
    ['chat', { prompt_cache_options: { ttl: '12h' } }, 'long'],
  ] as const)('reads how %s want %j to be kept: %s', (api, body, cache) => {
    expect(prepared(api, { model: 'm', ...body }).size.cache).toBe(cache);
  });

  it('asks a streamed chat for its usage', () => {
    const body = {
      model: 'm',
      max_tokens: 3,
      stream: true,
      stream_options: { include_usage: false },
    };
    expect(sent('chat', body)).toEqual({ ...body, stream_options: { include_usage: true } });
  });

  it('sends a name that stands twice once, as it was counted', () => {
    const made = prepare('messages', '{"model":"m","max_tokens":99999,"max_tokens":1}');
    expect(made).toMatchObject({ value: { output: { asked: 1 } } });
    expect(made.kind === 'ok' && made.value.body().toString()).toBe('{"model":"m","max_tokens":1}');
  });

  it.each(['', '[]', '{}', '{"model":1}', '{"model":"m","max_tokens":-1}', '{"model":"m","n":0}'])(
    'refuses %j',
    (text) =>
      expect(prepare('chat', text)).toMatchObject({ kind: 'refused', code: 'request_invalid' }),
  );
});
