import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '#config/env.ts';

describe('the process environment', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is handed out as a frozen copy', () => {
    vi.stubEnv('RATCHETR_STAGE', 'before');
    const environment = readEnvironment();
    vi.stubEnv('RATCHETR_STAGE', 'after');
    expect(environment['RATCHETR_STAGE']).toBe('before');
    expect(Object.isFrozen(environment)).toBe(true);
  });
});
