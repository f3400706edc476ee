import { describe, expect, it } from 'vitest';
import { black } from '#engines/black/engine.ts';
import { outputOf, recorded } from '../recorded.ts';

describe('what black says', () => {
  it.each(['findings', 'findings-23'])('are whole files, in %s', (name) => {
    const { findings } = black.parse(outputOf({ stderr: recorded(`black/${name}.err`) }));
    expect(findings.map(({ kind, path, line, column }) => [kind, path, line, column])).toEqual([
      ['format', '/repo/a.py', null, null],
      ['format', '/repo/d.py', null, null],
      ['syntax_error', '/repo/c.py', 1, 4],
    ]);
  });
});
