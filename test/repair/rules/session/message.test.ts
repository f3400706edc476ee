import { expect, it } from 'vitest';
import { commitMessage } from '#repair/rules/session/message.ts';

it('the commit of a session says below its first line what it came to', () => {
  const [subject = '', empty, ...body] = commitMessage(
    'Repair 3 findings',
    'All 3 findings repaired.',
  ).split('\n');
  expect(subject).toBe('Repair 3 findings');
  expect([empty, ...body]).toEqual(['', 'All 3 findings repaired.', '']);
});
