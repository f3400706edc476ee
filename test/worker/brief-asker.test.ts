import { expect, it } from 'vitest';
import { createBriefAsker } from '#worker/repair-head.ts';

it('answers with what a person said last, and remembers the first question without an answer', async () => {
  const asker = createBriefAsker([
    { question: 'May I?', answer: 'No.' },
    { question: 'May I?', answer: 'Yes.' },
    { question: 'Which? (one of: a, b)', answer: 'b' },
  ]);
  expect(await asker.ask({ question: 'May I?' })).toBe('Yes.');
  expect(await asker.ask({ question: 'Which?', choices: ['a', 'b'] })).toBe('b');
  expect(asker.unanswered()).toBeUndefined();
  expect(await asker.ask({ question: 'When?', choices: ['now', 'never'] })).toBeUndefined();
  expect(await asker.ask({ question: 'Why?' })).toBeUndefined();
  expect(asker.unanswered()).toBe('When? (one of: now, never)');
});
