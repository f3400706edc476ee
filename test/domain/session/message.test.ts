import { expect, it } from 'vitest';
import { commitMessage } from '#domain/session/message.ts';

it('the commit of a session says what it came to, with a subject as git wants it', () => {
  const [subject = '', empty, ...body] = commitMessage('All 3 findings repaired.').split('\n');
  expect(subject.length).toBeLessThanOrEqual(72);
  expect([empty, ...body]).toEqual(['', 'All 3 findings repaired.', '']);
});
