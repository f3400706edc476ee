import { describe, expect, it } from 'vitest';
import { ok, type Outcome, refuse } from '#base/outcome.ts';

describe('an outcome', () => {
  it('is a value, or says what was wrong and what to do', () => {
    expect(half(4)).toEqual({ kind: 'ok', value: 2 });
    expect(half(5)).toEqual({
      kind: 'refused',
      code: 'odd',
      sentence: '5 is odd.',
      next: 'Give an even number.',
    });
  });

  it('leaves out what is not to be done', () => {
    expect(refuse('gone', 'It is gone.')).toEqual({
      kind: 'refused',
      code: 'gone',
      sentence: 'It is gone.',
    });
  });
});

function half(count: number): Outcome<number, 'odd'> {
  if (count % 2 === 0) return ok(count / 2);
  return refuse('odd', `${count} is odd.`, 'Give an even number.');
}
