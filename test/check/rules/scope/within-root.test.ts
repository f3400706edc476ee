import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinRoot } from '#check/rules/scope/within-root.ts';

describe('the part of some paths that lies in a root', () => {
  it.each([
    ['.', ['.'], ['.']],
    ['.', ['src', 'api/a.py'], ['api/a.py', 'src']],
    ['api', ['.'], ['.']],
    ['api', ['api'], ['.']],
    ['api/core', ['api'], ['.']],
    ['api', ['api/src', 'api/test/a.py'], ['src', 'test/a.py']],
    ['api', ['web', 'apis', 'apis/api'], []],
    ['api', ['web', 'api/src'], ['src']],
    ['api', ['.', 'api/src'], ['.', 'src']],
  ])('of %s, %j is %j', (root, paths, expected) => {
    expect(withinRoot(paths, root)).toEqual(expected);
  });

  const folder = fc
    .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'));

  it('is one that the paths hold, and all of it', () => {
    fc.assert(
      fc.property(folder, fc.array(folder), folder, (root, paths, file) => {
        const inside = holds(withinRoot(paths, root), file);
        expect(inside).toBe(holds(paths, `${root}/${file}`));
      }),
    );
  });
});

function holds(places: readonly string[], path: string): boolean {
  return places.some((one) => one === '.' || one === path || path.startsWith(`${one}/`));
}
