import { describe, expect, it } from 'vitest';
import type { AgentOutput } from '#agents/contract.ts';
import { cursor } from '#agents/cursor/agent.ts';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { answered, asked, exitOf, outputOf } from '../asked.ts';
import { given } from '../given.ts';

const event = (result: string, isError = false): string =>
  JSON.stringify({ type: 'result', subtype: 'success', is_error: isError, result });
const stdout = `{"type":"system","subtype":"init"}\n${event(JSON.stringify(answered))}\n`;

describe('what Cursor prints', () => {
  it.each<readonly [string, Partial<AgentOutput>]>([
    ['at its end', {}],
    ['when it has to be stopped after it', { exit: { kind: 'aborted' } }],
  ])('is a result: %s', (_name, more) => {
    expect(cursor.read(outputOf(stdout, more))).toEqual({
      kind: 'result',
      result: answered,
      cost: { usd: 0, source: 'none' },
    });
  });

  it.each<readonly [string, FailureReason, string, Partial<AgentOutput>]>([
    ['no output', 'no_output', '', {}],
    ['no result line', 'garbage', '{"type":"system"}\n', {}],
    ['an error', 'gave_up', event('no', true), {}],
    ['prose', 'garbage', event('Done.'), {}],
    ['a stop', 'timed_out', '', { exit: { kind: 'timed-out', limit: 'wall', limitMs: 1 } }],
    ['no account', 'auth', '', { ...exitOf(1), stderr: 'Error: Not logged in' }],
    ['no quota', 'auth', '', { ...exitOf(1), stderr: 'You hit your usage limit' }],
    ['a busy provider', 'overloaded', '', { ...exitOf(1), stderr: 'status 429: slow down' }],
    ['a crash', 'crashed', '', { ...exitOf(1), stderr: 'TypeError' }],
  ])('fails for its reason: %s', (_name, reason, text, more) => {
    expect(cursor.read(outputOf(text, more))).toMatchObject({ kind: 'failed', reason });
  });
});

describe('the start of Cursor', () => {
  const request = { ...asked, allowed_paths: ['shop/**', 'tests/', '../x', 'a),Shell(*'] };
  const start = cursor.start(request, given('openai'));

  it('keeps it in its sandbox and in the copy', () => {
    expect(start.args.join(' ')).toContain(`--sandbox enabled --workspace ${asked.workspace_path}`);
  });

  it('gives it settings of ours alone', () => {
    expect(start.env['CURSOR_CONFIG_DIR']).toBe('/scratch/config');
    const { permissions, attribution } = JSON.parse(start.files['config/cli-config.json'] ?? '');
    expect(permissions.allow).toEqual([
      'Read(**)',
      'Write(shop/**)',
      'Write(tests/**)',
      'Shell(.venv/bin/python:-m pytest)',
      'Shell(.venv/bin/python:-m pytest *)',
      'Shell(pytest)',
    ]);
    expect(permissions.deny).toEqual(
      expect.arrayContaining([
        'Write(.git/**)',
        'Write(docs/**)',
        'Write(**/.cursor/**)',
        'Shell(git)',
      ]),
    );
    expect(attribution).toEqual({ attributeCommitsToAgent: false });
  });

  it('never sees the token of a gateway that it cannot use', () => {
    expect(JSON.stringify(start)).not.toContain('run-token');
  });
});
