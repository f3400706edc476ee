import { describe, expect, it } from 'vitest';
import { observeCi } from '#ratchet/rules/observation/ci.ts';
import { aCheck, facts } from './facts.ts';

describe('what the base says of a check that fails for a pull request', () => {
  const failed = aCheck({ conclusion: 'FAILURE', event: 'pull_request' });
  const on = (...base: readonly [event: string, conclusion: string][]) => {
    const baseChecks = base.map(([event, conclusion], index) =>
      aCheck({ id: `${index}`, event, conclusion }),
    );
    const { onBase, baseUnknownSince } = observeCi(
      facts({ checks: [failed], baseChecks }),
      undefined,
    );
    if (baseUnknownSince !== undefined) return 'unknown';
    return onBase.length > 0 ? 'fails' : 'passes';
  };

  it.each<[string, readonly [string, string][]]>([
    ['fails', [['push', 'FAILURE']]],
    ['passes', [['push', 'SUCCESS']]],
    [
      'fails',
      [
        ['push', 'SUCCESS'],
        ['pull_request', 'FAILURE'],
      ],
    ],
    [
      'fails',
      [
        ['push', 'FAILURE'],
        ['schedule', 'SUCCESS'],
      ],
    ],
    [
      'passes',
      [
        ['push', 'SUCCESS'],
        ['schedule', 'FAILURE'],
      ],
    ],
    [
      'fails',
      [
        ['schedule', 'FAILURE'],
        ['workflow_dispatch', 'SUCCESS'],
      ],
    ],
    ['unknown', [['push', 'CANCELLED']]],
    ['unknown', []],
  ])('is that it %s: %j', (expected, base) => {
    expect(on(...base)).toBe(expected);
  });
});
