import { expect, it } from 'vitest';
import { answerFromDiff } from '#repair/rules/answer/answer-from-diff.ts';
import { agentResult } from '#model/agent-result.ts';
import { add, edit, remove, rename } from '../verdict/diffs.ts';

it('a change tells what its agent did not', () => {
  const diff = [add('new', 'x'), edit('old', 'a', 'b'), remove('gone'), rename('from', 'to')];
  const taken = answerFromDiff(diff, { isAccepted: true });
  expect(agentResult.parse(taken)).toEqual(taken);
  expect(taken).toMatchObject({
    status: 'success',
    summary:
      'The agent printed no result that can be read. Its change of 4 files was judged and passed.',
    changes: {
      files_changed: ['old'],
      files_created: ['new', 'to'],
      files_deleted: ['gone', 'from'],
    },
  });
  expect(answerFromDiff(diff.slice(0, 1), { isAccepted: false })).toMatchObject({
    status: 'failure',
    summary: expect.stringContaining('1 file was refused'),
  });
});
