import { describe, expect, it } from 'vitest';
import { describeFailure } from '#local/failure.ts';

const error = new Error('the disk\n  is full.', { cause: new Error('no space left') });

describe('describeFailure', () => {
  it.each<[string, unknown, string]>([
    ['an error of several lines', error, 'the disk is full'],
    ['something that is no error', 'odd', 'odd'],
    ['a very long message', new Error('x'.repeat(999)), `${'x'.repeat(300)}...`],
  ])('tells %s in one line with what to do', (_name, thrown, summary) => {
    expect(describeFailure(thrown, false)).toBe(
      `ratchetr failed unexpectedly: ${summary}. Run it again with --debug to see where.\n`,
    );
  });

  it('shows stack and cause with debug', () => {
    const text = describeFailure(error, true);
    expect(text).toContain('failure.test.ts');
    expect(text).toContain('no space left');
  });
});
