import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askSecret, type SecretInput } from '../../../lib/cli/stack/ask-secret.ts';

function terminal() {
  const modes: boolean[] = [];
  const stream = new PassThrough();
  const input: SecretInput = Object.assign(stream, {
    isTTY: true,
    setRawMode: (mode: boolean) => modes.push(mode),
  });
  return { input, stream, modes };
}

async function ask(input: SecretInput, signal = new AbortController().signal) {
  let shown = '';
  const output = { write: (text: string) => (shown += text) };
  const answer = await askSecret({ input, output, signal }, 'The key of anthropic');
  return { answer, shown };
}

describe('a secret that is asked for', () => {
  it('is typed into a terminal that does not show it', async () => {
    const { input, stream, modes } = terminal();
    const asking = ask(input);
    for (const part of ['sk-wrong', '\u007F'.repeat(5), 'right', '\r']) stream.write(part);
    expect(await asking).toEqual({
      answer: 'sk-right',
      shown: 'The key of anthropic (it is not shown): \n',
    });
    expect(modes).toEqual([true, false]);
  });

  it('is the first line of a pipe, without a word', async () => {
    const stream = new PassThrough();
    stream.end('  sk-piped\nmore\n');
    expect(await ask(stream)).toEqual({ answer: 'sk-piped', shown: '' });
  });

  it.each(['\u0003', '\u0004', '\r'])('is none where somebody only types %j', async (sign) => {
    const { input, stream, modes } = terminal();
    const asking = ask(input);
    stream.write(sign);
    expect((await asking).answer).toBeUndefined();
    expect(modes).toEqual([true, false]);
  });

  it('is none where the process is told to stop', async () => {
    const { input, modes } = terminal();
    const stop = new AbortController();
    const asking = ask(input, stop.signal);
    stop.abort();
    expect((await asking).answer).toBeUndefined();
    expect(modes).toEqual([true, false]);
  });
});
