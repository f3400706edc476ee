import { describe, expect, it } from 'vitest';
import { accounts, paths, runGateway } from './running-gateway.ts';

const claude = { model: 'claude-haiku-5-5', max_tokens: 1 };
const gpt = { model: 'gpt-6-luna' };
const user = (content: unknown) => [{ role: 'user', content }];
const message = (...content: readonly object[]) => ({ ...claude, messages: user(content) });
const input = (...items: readonly unknown[]) => ({ ...gpt, input: items });
const chat = (...messages: readonly unknown[]) => ({ ...gpt, messages });
const byId = { type: 'input_file', file_id: 'f' };
const definition = { type: 'web_search_20250305' };

/** Micro-dollars that are held while a request with this item is under way. */
async function setAsideFor(item: object): Promise<number> {
  const { access, post, provider, ledger } = await runGateway({
    answer: { pauseMs: 5_000 },
    limits: { attempt: 10_000_000, pullRequest: 10_000_000 },
  });
  const body = { model: 'gpt-6-sol', max_output_tokens: 1_024, input: [item] };
  const asking = post(paths.responses, body).catch(() => 'gone');
  await expect.poll(() => provider.requests.length).toBe(1);
  const { attempt } = await ledger.balance(accounts);
  await access.close();
  await asking;
  return attempt.reserved;
}

describe('what hides in a request', () => {
  it.each([
    ['an item by its id', 'responses', input({ id: 'm' }), 'content_not_allowed'],
    ['and without a type', 'responses', input({ id: 'm', type: null }), 'content_not_allowed'],
    ['and with a role', 'responses', input({ id: 'm', role: 'user' }), 'content_not_inline'],
    ['an item in a list in a list', 'responses', input([byId]), 'content_not_allowed'],
    ['a part in a list in a list', 'responses', input(...user([[byId]])), 'content_not_allowed'],
    [
      'an attachment',
      'responses',
      input({ role: 'user', content: 'x', attachments: [byId] }),
      'content_not_inline',
    ],
    [
      'items for instructions',
      'responses',
      { ...input(), instructions: [{ type: 'item_reference', id: 'm' }] },
      'field_not_allowed',
    ],
    [
      'a dearer way to think',
      'responses',
      { ...input(), reasoning: { mode: 'pro' } },
      'field_not_allowed',
    ],
    ['files of a message', 'chat', chat({ role: 'user', file_ids: ['f'] }), 'content_not_inline'],
    ['a message in a list in a list', 'chat', chat(user('x')), 'content_not_allowed'],
    [
      'an address beside the content',
      'messages',
      message({ type: 'image', source: { type: 'base64', data: 'x', url: 'https://e' } }),
      'content_not_inline',
    ],
    [
      'a number beside the content',
      'messages',
      message({ type: 'document', source: { type: 'text', data: 'x', file_id: 'f' } }),
      'content_not_inline',
    ],
    [
      'another way to shorten a conversation',
      'messages',
      { ...message(), context_management: { edits: [], compaction: {} } },
      'field_not_allowed',
    ],
    [
      'a tool beside the name of one',
      'messages',
      message({ type: 'tool_addition', tool: { type: 'tool_reference', definition } }),
      'tool_not_allowed',
    ],
  ] as const)('is refused: %s (%s)', async (_name, api, body, code) => {
    const { post, provider } = await runGateway();
    const response = await post(paths[api], body);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(provider.requests).toHaveLength(0);
  });

  it.each(['reasoning', 'compaction', 'compaction_summary', 'context_compaction'])(
    'is reckoned as all that the model reads where only an id stands for it: %s',
    async (type) => {
      const item = { type, id: 'i', summary: [{ type: 'summary_text', text: 'x' }] };
      const bare = { ...item, encrypted_content: null, content: null };
      expect(await setAsideFor(bare)).toBeGreaterThan(5_000_000);
      expect(await setAsideFor({ ...item, encrypted_content: 'sealed' })).toBeLessThan(20_000);
    },
  );

  it.each(['?service_tier=priority', '?beta=true&anthropic-beta=x', '?beta=fast', '?betas=x'])(
    'is refused behind its path: %s',
    async (query) => {
      const { post, provider } = await runGateway();
      const response = await post(`${paths.messages}${query}`, message());
      expect(await response.json()).toMatchObject({ error: { code: 'field_not_allowed' } });
      expect(provider.requests).toHaveLength(0);
    },
  );

  it('is refused where its name is written otherwise', async () => {
    const { base, access, provider } = await runGateway();
    for (const name of ['tool\\u0073', 'Tools', '__proto__":0,"tools']) {
      const response = await fetch(`${base}${paths.responses}`, {
        method: 'POST',
        body: `{"model":"gpt-6-luna","input":"x","${name}":[{"type":"web_search"}]}`,
        headers: { authorization: `Bearer ${access.token}` },
      });
      expect(response.status).toBe(400);
    }
    expect(provider.requests).toHaveLength(0);
  });

  it('is no other reading of its bytes than the one that was examined', async () => {
    const { base, access, provider } = await runGateway();
    await fetch(`${base}${paths.messages}`, {
      method: 'POST',
      body: JSON.stringify(message({ type: 'text', text: 'x' })),
      headers: {
        'x-api-key': access.token,
        'content-type': 'application/json; charset=utf-7',
        'content-encoding': 'gzip',
      },
    });
    const [request] = provider.requests;
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers).not.toHaveProperty('content-encoding');
  });
});
