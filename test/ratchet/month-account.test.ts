import { describe, expect, it } from 'vitest';
import { monthAccount } from '#ratchet/month-account.ts';

describe('monthAccount', () => {
  it('changes at midnight by UTC', () => {
    expect(monthAccount(Date.UTC(2026, 11, 1) - 1)).toBe('2026-11');
    expect(monthAccount(Date.UTC(2026, 11, 1))).toBe('2026-12');
  });
});
