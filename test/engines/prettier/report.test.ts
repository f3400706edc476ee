import { describe, expect, it } from 'vitest';
import { prettier } from '#engines/prettier/engine.ts';
import { checkoutOf, outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string, stderr = '') => prettier.parse(outputOf({ stdout, stderr }));

describe('what prettier prints', () => {
  it('are files that it would change, and files that it cannot parse', () => {
    const { facts, findings } = parse(
      recorded('prettier/findings.txt'),
      recorded('prettier/syntax.err'),
    );
    expect(facts).toMatchObject({ state: 'valid', findings: 3 });
    expect(findings.map(({ kind, path, line, column }) => [kind, path, line, column])).toEqual([
      ['format', 'a.js', null, null],
      ['format', 'd/e f.css', null, null],
      ['syntax_error', 'c.js', 1, 7],
    ]);
    expect(findings.map(({ fixable }) => fixable)).toEqual([true, true, false]);
  });

  it('are no findings where it repaired them', () => {
    const text = '.prettierrc 115ms (unchanged)\na.js 3ms\nd/e f.css 66ms\n';
    expect(parse(text).findings).toEqual([]);
  });
});

describe('prettier belongs to a project', () => {
  const configured = { '.prettierrc': '{}' };
  const scripts = (format: string) =>
    checkoutOf({ ...configured, 'package.json': { scripts: { format } } });

  it('that checks by it, with what its command says', () => {
    const facts = scripts('prettier --log-level warn --check "src/**/*.ts" --no-semi');
    expect(prettier.detect(facts, '.')).toMatchObject({ kind: 'present', at: '.' });
    const native = prettier.native?.(facts, { root: '.', config: null });
    expect(native).toEqual({ words: ['src/**/*.ts', '--no-semi'] });
  });

  it.each([checkoutOf(configured), scripts('prettier --write .')])(
    'and to none that only formats by it',
    (facts) => {
      const because =
        '.prettierrc configures it, but no command of the project checks by prettier; enable it where it should be';
      expect(prettier.detect(facts, '.')).toEqual({ kind: 'absent', because });
    },
  );
});
