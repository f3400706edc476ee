import { describe, expect, it } from 'vitest';
import { patiently } from '#store/sqlite/patience.ts';

const busy = (): Error => Object.assign(new Error('database is locked'), { errcode: 5 });
const full = (): Error => Object.assign(new Error('disk is full'), { errcode: 13 });

describe('patiently', () => {
  it('tries until the lock is free', () => {
    expect(patiently(100, failing(3, busy).work)).toBe('done');
  });

  it('gives up when the time is over', () => {
    const { work, tries } = failing(Infinity, busy);
    expect(() => patiently(5, work)).toThrow('database is locked');
    expect(tries()).toBe(6);
  });

  it('does not repeat what fails for another reason', () => {
    const { work, tries } = failing(Infinity, full);
    expect(() => patiently(100, work)).toThrow('disk is full');
    expect(tries()).toBe(1);
  });
});

function failing(times: number, error: () => Error) {
  let tried = 0;
  const work = (): string => {
    tried += 1;
    if (tried <= times) throw error();
    return 'done';
  };
  return { work, tries: () => tried };
}
