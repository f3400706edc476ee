import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterFindings } from '#check/rules/scope/filter-findings.ts';

const at = (filePath: string) => ({ filePath });

describe('filterFindings', () => {
  it.each([
    { scope: ['src'], filePath: 'src', stays: true },
    { scope: ['src'], filePath: 'src/a.py', stays: true },
    { scope: ['src'], filePath: 'src/deep/a.py', stays: true },
    { scope: ['src'], filePath: './src/a.py', stays: true },
    { scope: ['src'], filePath: 'src2/a.py', stays: false },
    { scope: ['src'], filePath: 'src.py', stays: false },
    { scope: ['src'], filePath: 'test/src/a.py', stays: false },
    { scope: ['src/a.py'], filePath: 'src/a.py', stays: true },
    { scope: ['src/a.py'], filePath: 'src', stays: false },
    { scope: ['src', 'test'], filePath: 'test/a.py', stays: true },
    { scope: ['gr\u00f6\u00dfe'], filePath: 'gro\u0308\u00dfe/a.py', stays: true },
    { scope: ['.'], filePath: 'anything', stays: true },
    { scope: ['.'], filePath: '../elsewhere', stays: true },
    { scope: ['src'], filePath: '../src/a.py', stays: false },
    { scope: [], filePath: 'src/a.py', stays: false },
  ])('$filePath in $scope: $stays', ({ scope, filePath, stays }) => {
    const findings = [at(filePath)];
    expect(filterFindings(findings, { root: '.', scope })).toEqual(stays ? findings : []);
  });

  it('keeps findings without a path, the order and the findings themselves', () => {
    const findings: readonly { id: number; filePath?: string }[] = [
      { id: 1, ...at('src/b') },
      { id: 2 },
      { id: 3, ...at('x') },
      { id: 4, ...at('src/a') },
    ];
    const kept = filterFindings(findings, { root: '.', scope: ['src'] });
    expect(kept.map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(kept[0]).toBe(findings[0]);
  });

  it('reads the scope from the root of the plan, and findings from the repository', () => {
    const findings = ['src/a', 'api/src/a', 'api/test/a', 'web/src/a'].map(at);
    const kept = filterFindings(findings, { root: 'api', scope: ['src'] });
    expect(kept).toEqual([at('api/src/a')]);
  });

  it('of two scopes together keeps what either keeps', () => {
    const anyPath = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 3 });
    const paths = fc.array(anyPath.map((parts) => parts.join('/')));
    fc.assert(
      fc.property(paths, paths, paths, (files, one, other) => {
        const findings = files.map(at);
        const keep = (scope: string[]) => filterFindings(findings, { root: '.', scope });
        const either = new Set([...keep(one), ...keep(other)]);
        expect(keep([...one, ...other])).toEqual(findings.filter((each) => either.has(each)));
      }),
    );
  });
});
