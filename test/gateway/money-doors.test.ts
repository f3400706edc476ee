import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listPrices as listed } from '#gateway/rules/spending/list-prices.ts';
import { paths, runGateway } from './running-gateway.ts';

const claude = { model: 'claude-haiku-5-5', max_tokens: 1 };
const gpt = { model: 'gpt-6-luna' };
const user = (content: unknown) => [{ role: 'user', content }];
const message = (...content: readonly object[]) => ({ ...claude, messages: user(content) });
const result = (content: readonly object[]) =>
  message({ type: 'tool_result', tool_use_id: 't', content });
const input = (...content: readonly object[]) => ({ ...gpt, input: user(content) });
const chat = (...content: readonly object[]) => ({ ...gpt, messages: user(content) });
const byUrl = { type: 'document', source: { type: 'url', url: 'https://elsewhere.example/?a=b' } };
const byFile = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
const png = 'data:image/png;base64,iVBORw0KGgo=';

describe('what costs beside the tokens of a request', () => {
  it.each([
    ['messages', message(byUrl), 'content_not_inline'],
    ['messages', message(byFile), 'content_not_inline'],
    ['messages', result([byUrl]), 'content_not_inline'],
    ['messages', { ...claude, messages: [], system: [byFile] }, 'content_not_inline'],
    [
      'messages',
      message({ type: 'document', source: { type: 'content', content: [byFile] } }),
      'content_not_inline',
    ],
    ['messages', message({ type: 'container_upload', file_id: 'f' }), 'content_not_allowed'],
    ['messages', message({ type: 'server_tool_use', id: 's', name: 'n' }), 'content_not_allowed'],
    [
      'responses',
      input({ type: 'input_file', file_url: 'https://e.example' }),
      'content_not_inline',
    ],
    ['responses', input({ type: 'input_file', file_id: 'f' }), 'content_not_inline'],
    ['responses', input({ type: 'input_image', image_url: 'http://e' }), 'content_not_inline'],
    ['responses', input({ type: 'input_image', file_id: 'f' }), 'content_not_inline'],
    ['responses', input({ type: 'input_audio', input_audio: {} }), 'content_not_allowed'],
    ['responses', { ...gpt, input: [{ type: 'item_reference', id: 'm' }] }, 'content_not_allowed'],
    ['responses', { ...gpt, input: [{ type: 'mcp_call', id: 'm' }] }, 'content_not_allowed'],
    [
      'responses',
      {
        ...gpt,
        input: [{ type: 'function_call_output', output: [{ type: 'input_file', file_id: 'f' }] }],
      },
      'content_not_inline',
    ],
    [
      'responses',
      { ...gpt, input: [{ type: 'configuration_update', service_tier: 'priority' }] },
      'content_not_allowed',
    ],
    [
      'chat',
      chat({ type: 'image_url', image_url: { url: 'https://e.example/i' } }),
      'content_not_inline',
    ],
    ['chat', chat({ type: 'file', file: { file_id: 'f' } }), 'content_not_inline'],
    ['chat', chat({ type: 'input_audio', input_audio: {} }), 'content_not_allowed'],
    [
      'chat',
      { ...gpt, messages: [{ role: 'assistant', audio: { id: 'a' } }] },
      'content_not_allowed',
    ],
    ['responses', { ...gpt, input: 'x', previous_response_id: 'r' }, 'field_not_allowed'],
    ['responses', { ...gpt, input: 'x', conversation: 'c' }, 'field_not_allowed'],
    ['responses', { ...gpt, input: 'x', prompt: { id: 'p' } }, 'field_not_allowed'],
    ['responses', { ...gpt, input: 'x', background: true }, 'field_not_allowed'],
    ['responses', { ...gpt, input: 'x', service_tier: 'priority' }, 'field_not_allowed'],
    ['responses', { ...gpt, input: 'x', multi_agent: { enabled: true } }, 'field_not_allowed'],
    ['chat', { ...gpt, messages: [], audio: { voice: 'v' } }, 'field_not_allowed'],
    ['chat', { ...gpt, messages: [], modalities: ['text', 'audio'] }, 'field_not_allowed'],
    ['chat', { ...gpt, messages: [], web_search_options: {} }, 'field_not_allowed'],
    ['messages', { ...message(), fallbacks: 'default' }, 'field_not_allowed'],
    ['messages', { ...message(), inference_geo: 'us' }, 'field_not_allowed'],
    ['messages', { ...message(), container: 'c' }, 'field_not_allowed'],
    ['messages', { ...message(), mcp_servers: [{ url: 'https://e' }] }, 'field_not_allowed'],
    ['messages', { ...message(), speed: 'fast' }, 'field_not_allowed'],
    ['messages', { ...message(), anything_new: 1 }, 'field_not_allowed'],
    [
      'messages',
      { ...message(), context_management: { edits: [{ type: 'compact_20260112' }] } },
      'field_not_allowed',
    ],
    ...[
      'web_search_20250305',
      'web_fetch_20250910',
      'code_execution_20250825',
      'advisor_20260301',
      'tool_search_tool_regex_20251119',
      'computer_20251124',
      'mcp_toolset',
    ].map(
      (type) =>
        ['messages', { ...message(), tools: [{ type, name: 'n' }] }, 'tool_not_allowed'] as const,
    ),
    ...[
      'web_search',
      'web_search_preview',
      'file_search',
      'code_interpreter',
      'image_generation',
      'mcp',
      'shell',
      'local_shell',
      'computer',
      'computer_use_preview',
      'tool_search',
    ].map(
      (type) =>
        ['responses', { ...gpt, input: 'x', tools: [{ type }] }, 'tool_not_allowed'] as const,
    ),
    [
      'responses',
      {
        ...gpt,
        input: [
          {
            type: 'additional_tools',
            tools: [{ type: 'namespace', tools: [{ type: 'web_search' }] }],
          },
        ],
      },
      'tool_not_allowed',
    ],
    [
      'messages',
      message({
        type: 'tool_addition',
        tool: { type: 'tool_definition', definition: { type: 'web_search_20250305' } },
      }),
      'tool_not_allowed',
    ],
  ] as const)('is refused of %s: %j', async (api, body, code) => {
    const { post, provider, access } = await runGateway();
    const response = await post(paths[api], body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code,
        message: expect.stringMatching(new RegExp(`, because .*; .*\\. \\(${code}\\)$`)),
      },
    });
    await access.close();
    expect(provider.requests).toHaveLength(0);
    expect(access.cost().usd).toBe(0);
  });

  it.each([
    ['content_not_inline', message(byUrl)],
    ['tool_not_allowed', { ...message(), tools: [{ type: 'web_search_20250305' }] }],
    ['field_not_allowed', { ...message(), fallbacks: 'default' }],
    ['model_without_price', { ...message(), model: 'claude-9' }],
  ])('is refused where tokens are only counted: %s', async (code, body) => {
    const { post, provider } = await runGateway();
    const response = await post(`${paths.messages}/count_tokens`, body);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(provider.requests).toHaveLength(0);
  });

  it('reaches no provider, however often it is tried', async () => {
    const { post, provider } = await runGateway();
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await post(paths.messages, message(byUrl))).status),
    );
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(provider.requests).toHaveLength(0);
  });

  it.each([
    ['anthropic-beta', 'fast-mode-2026-02-01'],
    ['anthropic-beta', 'claude-code-20250219, files-api-2025-04-14'],
    ['anthropic-beta', 'something-new-2027-01-01'],
    ['openai-beta', 'responses_multi_agent=v1'],
  ])('is refused by its header %s: %s', async (name, value) => {
    const { post, provider } = await runGateway();
    const response = await post(paths.messages, message(), { headers: { [name]: value } });
    expect(await response.json()).toMatchObject({ error: { code: 'beta_not_allowed' } });
    expect(provider.requests).toHaveLength(0);
  });

  it('is a model without a price: the refusal names it, and the setting that gives it one', async () => {
    const { post, provider } = await runGateway();
    const response = await post(paths.responses, { model: 'gpt-9', input: 'x' });
    expect(await response.json()).toMatchObject({
      error: {
        code: 'model_without_price',
        message: expect.stringMatching(
          /^The model gpt-9 has no price .*set its price in models\.prices/,
        ),
      },
    });
    expect(provider.requests).toHaveLength(0);
  });
});

describe('what costs nothing beside them', () => {
  it.each([
    ['messages', message({ type: 'image', source: { type: 'base64', data: 'iVBORw0KGgo=' } })],
    [
      'messages',
      result([
        { type: 'text', text: 'x' },
        { type: 'tool_reference', tool_name: 'n' },
      ]),
    ],
    ['messages', message({ type: 'document', source: { type: 'text', data: 'a text' } })],
    [
      'messages',
      {
        ...message(),
        tools: [
          { name: 'edit', input_schema: {} },
          { type: 'bash_20250124', name: 'bash' },
          { type: 'text_editor_20250728', name: 'e' },
          { type: 'memory_20250818', name: 'm' },
        ],
      },
    ],
    ['responses', input({ type: 'input_image', image_url: png })],
    [
      'responses',
      { ...gpt, input: 'x', previous_response_id: null, background: false, store: true },
    ],
    [
      'responses',
      {
        ...gpt,
        reasoning: { effort: 'low', mode: 'standard' },
        input: [
          { type: 'reasoning', id: 'r', encrypted_content: 'e', summary: [] },
          { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'x' }], summary: [] },
        ],
      },
    ],
    ['chat', chat({ type: 'text', text: 'x' }, { type: 'image_url', image_url: { url: png } })],
    [
      'chat',
      { ...gpt, messages: user('x'), tools: [{ type: 'function', function: { name: 'f' } }] },
    ],
  ] as const)('is forwarded of %s: %j', async (api, body) => {
    const { post, provider } = await runGateway();
    expect((await post(paths[api], body)).status).toBe(200);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject(body);
  });

  it.each([
    ['claude-code', paths.messages],
    ['codex', paths.responses],
  ])('is what %s asks, as it was recorded', async (agent, path) => {
    const file = join(import.meta.dirname, '../fixtures/agents', agent, 'model-request.json');
    const recorded = recording.parse(JSON.parse(await readFile(file, 'utf8')));
    const { post, provider } = await runGateway();
    const { headers, body } = recorded;
    expect((await post(path, body, { headers })).status).toBe(200);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject(body);
    expect(provider.requests[0]?.headers).toMatchObject(headers);
  });
});

const recording = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.unknown()),
});

describe('a budget of zero', () => {
  it.each(['attempt', 'pullRequest', 'month'] as const)(
    'of the %s carries nothing out, not even what is free',
    async (budget) => {
      const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
      const prices = { own: { ...free, tiers: [], context: 1_000_000 }, ...listed };
      const { post, provider } = await runGateway({ limits: { [budget]: 0 }, options: { prices } });
      for (const [path, body] of [
        [`${paths.messages}/count_tokens`, message({ type: 'text', text: 'x' })],
        [paths.chat, { model: 'own', messages: [] }],
        [paths.messages, message({ type: 'text', text: 'x' })],
      ] as const) {
        const response = await post(path, body);
        const code = /^(?:budget_spent|budget_exceeded|attempt_too_small)$/;
        expect(await response.json()).toMatchObject({
          error: { code: expect.stringMatching(code) },
        });
      }
      expect(provider.requests).toHaveLength(0);
    },
  );

  it('is not that of a model that costs nothing', async () => {
    const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
    const prices = { own: { ...free, tiers: [], context: 1_000_000 } };
    const { post } = await runGateway({ options: { prices } });
    expect((await post(paths.chat, { model: 'own', messages: [] })).status).toBe(200);
  });
});
