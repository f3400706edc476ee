import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import { answered, asked } from '../../../agents/asked.ts';

const result = JSON.stringify(answered);
const withoutStatus = JSON.stringify({ ...answered, status: undefined });
const reversed = JSON.stringify(Object.fromEntries(Object.entries(answered).toReversed()));
const other = JSON.stringify({ ...answered, summary: 'Another.' });
const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

const good: Record<string, string> = {
  alone: result,
  'after prose': `I am done.\n\n${result}\n`,
  'in a fence': `\`\`\`json\n${result}\n\`\`\`\n`,
  'over many lines': JSON.stringify(answered, null, 2),
  'after other objects': `{"level":"info"}\n{ not json }\n${result}`,
  'after the request that is printed': `${JSON.stringify(asked)}\n${result}`,
  'twice the same': `${result}\n${result}`,
  'twice the same in another order': `${reversed}\n${result}`,
  'after 100,000 lines': `${'{"line": 1}\n'.repeat(100_000)}${result}`,
  'after an object that nests without end': `${deep}\n${result}`,
};

const bad: Record<string, readonly [FailureReason, string]> = {
  nothing: ['no_output', ' \n'],
  prose: ['garbage', 'All is well.'],
  'a result that is cut': ['garbage', result.slice(0, 20)],
  'two that differ': ['two_results', `${other}\n${result}`],
  'another object at the end': ['wrong_schema', `${result}\n{"level":"info"}`],
  'a result inside another object': ['wrong_schema', JSON.stringify({ result: answered })],
  'the request alone': ['wrong_schema', JSON.stringify(asked)],
  'no status': ['wrong_schema', withoutStatus],
  'no summary': ['wrong_schema', JSON.stringify({ ...answered, summary: undefined })],
  'an unknown status': ['wrong_schema', JSON.stringify({ ...answered, status: 'done' })],
  'another version': ['wrong_schema', JSON.stringify({ ...answered, schema_version: 2 })],
  'a result that is too long': [
    'wrong_schema',
    JSON.stringify({ ...answered, more: 'x'.repeat(1_000_001) }),
  ],
  'another run': ['wrong_ids', JSON.stringify({ ...answered, run_id: 'run-2' })],
  'another task': ['wrong_ids', JSON.stringify({ ...answered, task_id: 'task-2' })],
};

describe('an answer', () => {
  it.each(Object.entries(good))('is a result: %s', (_name, text) => {
    expect(readAnswer(text, asked)).toEqual({ kind: 'result', result: answered });
  });

  it.each(Object.entries(bad))('is none: %s', (_name, [reason, text]) => {
    expect(readAnswer(text, asked)).toMatchObject({ kind: 'failed', reason });
  });

  it('is no result when it is cut anywhere', () => {
    fc.assert(
      fc.property(fc.nat(result.length - 1), (length) => {
        expect(readAnswer(result.slice(0, length), asked).kind).toBe('failed');
      }),
    );
  });

  it.each<readonly [string, object, object]>([
    ['with what is asked for', { status: 'failure', summary: 'No.' }, { summary: 'No.' }],
    ['without ids', { ...answered, run_id: undefined, task_id: undefined }, { actions: {} }],
    ['with a summary too long', { ...answered, summary: 'x'.repeat(9_000) }, {}],
    ['with parts missing', { ...answered, changes: undefined, notes: undefined }, { actions: {} }],
    ['with parts that are wrong', { ...answered, changes: { files_created: 1 } }, {}],
  ])('is a result %s', (_name, given, more) => {
    const { status } = { ...answered, ...given };
    expect(readAnswer(JSON.stringify(given), asked)).toMatchObject({
      kind: 'result',
      result: { status, ...more },
    });
  });

  it('says where it breaks the contract, and hides credentials', () => {
    const broken = { ...answered, run_id: 'no id' };
    expect(readAnswer(JSON.stringify(broken), asked)).toMatchObject({
      sentence: expect.stringContaining('breaks the contract at run_id.'),
    });
    const told = readAnswer('my key is sk-0123456789abcdefghij, ok?', asked);
    expect(told).toMatchObject({ sentence: expect.stringContaining('[masked], ok?') });
  });
});
