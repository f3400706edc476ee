import { describe, expect, it } from 'vitest';
import { prepareBody } from '#adapters/gateway/request-body.ts';

const limits = { maxRequestBytes: 1000, defaultOutputTokens: 500 };
const prepare = (api: 'messages' | 'responses' | 'chat', text: string) =>
  prepareBody(api, Buffer.from(text), limits);

function sent(api: 'messages' | 'responses' | 'chat', body: object): unknown {
  const prepared = prepare(api, JSON.stringify(body));
  return 'request' in prepared ? JSON.parse(prepared.request.body.toString()) : prepared;
}

describe('prepareBody', () => {
  it('gives a limit to a request without one, and leaves the rest as it is', () => {
    const body = { model: 'm', input: [{ deep: { value: 'ü' } }], store: false };
    expect(sent('responses', body)).toEqual({ ...body, max_output_tokens: 500 });
    expect(sent('messages', { model: 'm' })).toEqual({ model: 'm', max_tokens: 500 });
    expect(sent('chat', { model: 'm' })).toEqual({ model: 'm', max_completion_tokens: 500 });
    expect(sent('chat', { model: 'm', max_tokens: 3 })).toEqual({ model: 'm', max_tokens: 3 });
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
    const prepared = prepare('messages', '{"model":"m","max_tokens":99999,"max_tokens":1}');
    expect(prepared).toMatchObject({ request: { size: { outputTokens: 1 } } });
    expect('request' in prepared && prepared.request.body.toString()).toBe(
      '{"model":"m","max_tokens":1}',
    );
  });

  it.each([
    { background: true },
    { container: 'c' },
    { conversation: 'c' },
    { mcp_servers: [] },
    { previous_response_id: 'r' },
    { prompt: { id: 'p' } },
    { service_tier: 'priority' },
    { speed: 'fast' },
    { web_search_options: {} },
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    { tools: [{ type: 'function' }, { type: 'code_interpreter' }] },
  ])('refuses %j, which escapes the meter', (extra) => {
    const refusal = {
      code: 'request_invalid',
      sentence: expect.stringMatching(/leave (it|them) out/),
    };
    expect(sent('responses', { model: 'm', ...extra })).toMatchObject({ refusal });
  });

  it('passes on what does not', () => {
    const tools = [
      { name: 'edit', input_schema: {} },
      { type: 'bash_20250124', name: 'bash' },
    ];
    const extra = { tools, service_tier: 'auto', background: false, previous_response_id: null };
    expect(sent('messages', { model: 'm', max_tokens: 1, ...extra })).toMatchObject(extra);
  });

  it.each(['', '[]', '{}', '{"model":1}', '{"model":"m","max_tokens":-1}', '{"model":"m","n":0}'])(
    'refuses %j',
    (text) => expect(prepare('chat', text)).toMatchObject({ refusal: { code: 'request_invalid' } }),
  );
});
