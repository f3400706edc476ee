import { describe, expect, it } from 'vitest';
import { createUsageMeter } from '#gateway/usage-meter.ts';
import { noTokens } from '#gateway/rules/spending/tokens.ts';
import { jsonAnswer, streamAnswer } from '../support/provider-shapes.ts';

const usage = { input: 50, cacheRead: 30, output: 20 };
const tokens = { ...noTokens, ...usage };
const text =
  'Zwölf 🎉 "usage":{"output_tokens":9} data: Wörter\n\ndata: {"usage":{"output_tokens":99999}}';
const apis = ['messages', 'responses', 'chat'] as const;

function meterOf(api: (typeof apis)[number], body: string, chunkBytes: number, streamed = true) {
  const meter = createUsageMeter(api, streamed);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    meter.read(bytes.subarray(at, at + chunkBytes));
  }
  meter.end();
  return meter;
}

describe('createUsageMeter', () => {
  it.each(apis)('reads the stream of %s wherever its chunks are cut', (api) => {
    const body = streamAnswer(api, text, usage);
    for (const size of [1, 2, 3, 5, 7, 64, 1000, 1e6]) {
      const meter = meterOf(api, body, size);
      expect(meter.said).toEqual(tokens);
      expect(meter.final).toBe(true);
      expect(meter.bytes).toBe(Buffer.byteLength(body));
    }
  });

  it.each(apis)('reads the JSON of %s', (api) => {
    const meter = meterOf(api, jsonAnswer(api, text, usage), 11, false);
    expect(meter.said).toEqual(tokens);
    expect(meter.final).toBe(true);
  });

  it('does not take the input of a tool for usage', () => {
    const content = [{ type: 'tool_use', input: { usage: { output_tokens: 999_999 } } }];
    const body = JSON.stringify({ content, usage: { input_tokens: 1, output_tokens: 2 } });
    const meter = meterOf('messages', body, 10, false);
    expect(meter.said).toEqual({ ...noTokens, input: 1, output: 2 });
  });

  it('knows that a message which broke off said its input only', () => {
    const body = streamAnswer('messages', text, usage);
    const meter = meterOf('messages', body.slice(0, body.indexOf('message_delta') - 8), 9);
    expect(meter.said).toEqual({ ...tokens, output: 1 });
    expect(meter.final).toBe(false);
  });

  it.each(['data: {"usage":{', 'data: {"usage":{"input_tokens":"1"}}\n', '{"usage"', ''])(
    'reads nothing from %j',
    (body) => {
      const meter = meterOf('messages', body, 4);
      expect(meter.said).toEqual(noTokens);
      expect(meter.final).toBe(false);
    },
  );

  it('gives up a line that never ends', () => {
    const meter = createUsageMeter('messages', true);
    const part = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 20; count += 1) meter.read(part);
    meter.read(Buffer.from(`\n${streamAnswer('messages', 'Done.', usage)}`));
    expect(meter.said).toEqual(tokens);
  });
});
