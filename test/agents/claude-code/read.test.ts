import { describe, expect, it } from 'vitest';
import type { AgentOutput } from '#agents/contract.ts';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { answered, exitOf, outputOf, recorded, recordedWith } from '../asked.ts';

const twoCalls = {
  usd: 0.024,
  source: 'reported',
  model: 'claude-opus-5-5',
  inputTokens: 2_000,
  cacheReadTokens: 10_000,
  cacheWriteTokens: 400,
  outputTokens: 600,
};
const oneCall = {
  ...twoCalls,
  usd: 0.012,
  inputTokens: 1_000,
  cacheReadTokens: 5_000,
  cacheWriteTokens: 200,
  outputTokens: 300,
};
const noCall = {
  usd: 0,
  source: 'reported',
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};

const result = JSON.stringify(answered);
const write = recordedWith('claude-code/write.jsonl', result);
const last = JSON.parse(recorded('claude-code/ok.json'));

describe('a recorded session of Claude Code', () => {
  it.each([
    ['in one object', recordedWith('claude-code/ok.json', result), oneCall],
    ['in lines', write, twoCalls],
    ['after a denial', recordedWith('claude-code/denied.json', `Done.\n${result}`), twoCalls],
    [
      'in the structured output',
      JSON.stringify({ ...last, result: 'Done.', structured_output: answered }),
      oneCall,
    ],
  ])('gives its result and cost: %s', (_name, stdout, cost) => {
    expect(claudeCode.read(outputOf(stdout))).toEqual({ kind: 'result', result: answered, cost });
  });

  it.each<readonly [string, FailureReason, object, number]>([
    ['ok.json', 'wrong_schema', oneCall, 0],
    ['schema-ok.json', 'wrong_schema', oneCall, 0],
    ['schema-missing.json', 'wrong_schema', twoCalls, 0],
    ['schema-exhausted.json', 'wrong_schema', { source: 'reported' }, 1],
    ['max-turns.json', 'limit_reached', twoCalls, 1],
    ['max-budget.json', 'limit_reached', twoCalls, 1],
    ['err-400.json', 'auth', noCall, 1],
    ['err-401.json', 'auth', noCall, 1],
    ['err-529.jsonl', 'overloaded', noCall, 1],
  ])('gives its failure and cost: %s', (name, reason, cost, code) => {
    const output = outputOf(recorded(`claude-code/${name}`), exitOf(code));
    expect(claudeCode.read(output)).toMatchObject({ kind: 'failed', reason, cost });
  });

  const cut = write.slice(0, -20);

  it.each<readonly [string, FailureReason, string, Partial<AgentOutput>]>([
    ['no output', 'no_output', '', {}],
    ['no result line', 'garbage', cut, {}],
    ['a crash', 'crashed', cut, exitOf(1)],
    ['a crash after the result', 'crashed', write, exitOf(1)],
    ['a signal', 'crashed', cut, { exit: { kind: 'signalled', signal: 'SIGKILL' } }],
    ['a stop after the result', 'timed_out', write, { exit: { kind: 'aborted' } }],
    [
      'a refused call',
      'gave_up',
      recorded('claude-code/err-400.json').replace('Credit balance is too low', 'No such model'),
      exitOf(1),
    ],
    [
      'a refusal of our gateway',
      'limit_reached',
      recorded('claude-code/err-400.json').replace('Credit balance is too low', 'budget_exceeded'),
      exitOf(1),
    ],
    [
      'a gateway without a key',
      'auth',
      recorded('claude-code/err-400.json').replace('Credit balance is too low', 'No (key_missing)'),
      exitOf(1),
    ],
    ['a refusal of the model', 'refused', JSON.stringify({ ...last, stop_reason: 'refusal' }), {}],
    [
      'denials alone',
      'refused',
      JSON.stringify({ ...JSON.parse(recorded('claude-code/denied.json')), result: '' }),
      {},
    ],
  ])('fails for its reason: %s', (_name, reason, stdout, more) => {
    expect(claudeCode.read(outputOf(stdout, more))).toMatchObject({ kind: 'failed', reason });
  });

  it('marks the price of a model that it does not know', () => {
    const stdout = recorded('claude-code/ok.json').replace('"list"', '"unknown"');
    expect(claudeCode.read(outputOf(stdout)).cost).toEqual({ ...oneCall, source: 'estimated' });
  });
});
