import { describe, expect, it } from 'vitest';
import { codex } from '#agents/codex/agent.ts';
import type { AgentOutput } from '#agents/contract.ts';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { answered, exitOf, outputOf, recorded, recordedWith } from '../asked.ts';

const oneCall = {
  usd: 0,
  source: 'none',
  model: 'gpt-5',
  inputTokens: 1_200,
  cacheReadTokens: 5_000,
  cacheWriteTokens: 0,
  outputTokens: 300,
};
const twoCalls = { ...oneCall, inputTokens: 2_400, cacheReadTokens: 10_000, outputTokens: 600 };
const unknown = { usd: 0, source: 'none', model: 'gpt-5' };

const result = JSON.stringify(answered);
const ok = recordedWith('codex/ok.jsonl', result);
const read = (stdout: string, more: Partial<AgentOutput> = {}) =>
  codex.read(outputOf(stdout, { model: 'gpt-5', ...more }));

const failed = (message: string) =>
  recorded('codex/err-quota.jsonl').replaceAll(/Quota[^"]*/g, message);

describe('a recorded session of Codex', () => {
  it.each([
    ['ok.jsonl', oneCall],
    ['shell.jsonl', twoCalls],
    ['apply-patch.jsonl', twoCalls],
  ])('gives its result and cost: %s', (name, cost) => {
    const stdout = recordedWith(`codex/${name}`, result);
    expect(read(stdout)).toEqual({ kind: 'result', result: answered, cost });
  });

  it.each<readonly [string, FailureReason, object, number]>([
    ['ok.jsonl', 'wrong_schema', oneCall, 0],
    ['schema-ignored.jsonl', 'garbage', oneCall, 0],
    ['budget.jsonl', 'limit_reached', unknown, 1],
    ['err-401.jsonl', 'auth', unknown, 1],
    ['err-quota.jsonl', 'auth', unknown, 1],
  ])('gives its failure and cost: %s', (name, reason, cost, code) => {
    const answer = read(recorded(`codex/${name}`), exitOf(code));
    expect(answer).toMatchObject({ kind: 'failed', reason });
    expect(answer.cost).toEqual(cost);
  });

  const [, , , message = ''] = ok.split('\n');

  it.each<readonly [string, FailureReason, string, Partial<AgentOutput>]>([
    ['no output', 'no_output', '', {}],
    ['no message', 'no_output', ok.replace(message, ''), {}],
    ['no end of the turn', 'garbage', ok.replace('turn.completed', 'turn.other'), {}],
    ['no key', 'auth', '', { ...exitOf(1), stderr: 'Missing environment variable: `KEY`.' }],
    ['a wrong flag', 'crashed', '', { ...exitOf(2), stderr: "unexpected argument '--x'" }],
    ['a stop', 'timed_out', ok, { exit: { kind: 'timed-out', limit: 'wall', limitMs: 1 } }],
    ['a refusal of our gateway', 'limit_reached', failed('400: budget_exceeded'), exitOf(1)],
    ['a budget of all that is used up', 'budget_spent', failed('400: (budget_spent)'), exitOf(1)],
    ['too many calls', 'overloaded', failed('status 429 Too Many Requests'), exitOf(1)],
    ['a gateway without a key', 'auth', failed('400: no (key_missing)'), exitOf(1)],
    ['a busy provider', 'overloaded', failed('unexpected status 503 Busy'), exitOf(1)],
    ['a lost network', 'overloaded', failed('network is unreachable'), exitOf(1)],
    ['anything else', 'gave_up', failed('out of ideas'), exitOf(1)],
  ])('fails for its reason: %s', (_name, reason, stdout, more) => {
    expect(read(stdout, more)).toMatchObject({ kind: 'failed', reason });
  });

  it('passes over errors that do not end the turn', () => {
    const passing = '{"type":"error","message":"Reconnecting... 1/1"}';
    expect(read(`${passing}\n${ok}`)).toMatchObject({ kind: 'result' });
  });

  it('reads the last message alone', () => {
    const earlier = message.replace('item_1', 'item_0').replace('The total', 'Another');
    expect(read(ok.replace(message, () => `${earlier}\n${message}`))).toMatchObject({
      kind: 'result',
      result: answered,
    });
  });
});
