import { describe, expect, it } from 'vitest';
import { markdownlint } from '#engines/markdownlint/engine.ts';
import { outputOf, recorded } from '../recorded.ts';

describe('what markdownlint says', () => {
  it.each(['cli', 'cli2'])('are findings, by %s', (name) => {
    const { findings } = markdownlint.parse(
      outputOf({ stderr: recorded(`markdownlint/${name}.err`) }),
    );
    expect(findings.map(({ rule, path, line, column }) => [rule, path, line, column])).toEqual([
      ['MD009', 'README.md', 3, 11],
      ['MD012', 'README.md', 5, null],
      ['MD012', 'README.md', 6, null],
      ['MD018', 'README.md', 7, 1],
    ]);
    expect(findings[0]?.message).toBe('Trailing spaces [Expected: 0 or 2; Actual: 3]');
  });
});
