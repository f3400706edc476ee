import { describe, expect, it } from 'vitest';
import { maskRepository, unmaskRepository } from '#check/rules/outcome/movable.ts';

describe('a text that names the repository', () => {
  it('moves with it', () => {
    const text = 'in /code/shop/a.py, file:///code/shop/b.py and /code/shop';
    const moved = unmaskRepository(maskRepository(text, '/code/shop'), '/else/$&');
    expect(moved).toBe('in /else/$&/a.py, file:///else/$&/b.py and /else/$&');
  });

  it('keeps paths that only begin or end alike', () => {
    const text = '/code/shopping /code/shop-2 /my/code/shop.old tests/code/shop';
    expect(maskRepository(text, '/code/shop')).toBe(text);
  });

  it('stays as it is when the repository is the whole disk', () => {
    expect(maskRepository('/a/b', '/')).toBe('/a/b');
  });
});
