import { describe, expect, it } from 'vitest';
import { createEtags } from '#github/rest.ts';
import { createKept } from '#github/kept.ts';
import { createManualClock } from '../support/manual-clock.ts';

describe('createKept', () => {
  it('makes a value once while it is good, for all who ask meanwhile', async () => {
    const clock = createManualClock();
    const kept = createKept<number>({ clock, most: 10, until: (_value, now) => now + 100 });
    let made = 0;
    const read = () => kept.read('key', async () => (made += 1));
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    clock.advance(99);
    expect(await read()).toBe(1);
    clock.advance(1);
    expect(await read()).toBe(2);
    kept.forget('key');
    expect(await read()).toBe(3);
  });

  it('keeps no failure', async () => {
    const kept = createKept<number>({ clock: createManualClock(), most: 1, until: () => Infinity });
    await expect(kept.read('key', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await kept.read('key', async () => 1)).toBe(1);
  });

  it('forgets what is used least when there are too many', async () => {
    const kept = createKept<string>({ clock: createManualClock(), most: 2, until: () => Infinity });
    for (const key of ['a', 'b', 'a', 'c']) await kept.read(key, async () => `first ${key}`);
    const again = (key: string) => kept.read(key, async () => `second ${key}`);
    expect([await again('a'), await again('c'), await again('b')]).toEqual([
      'first a',
      'first c',
      'second b',
    ]);
  });
});

describe('createEtags', () => {
  it('keeps few and small answers', async () => {
    const etags = createEtags(2);
    const tagOf = async (key: string, size?: number) => {
      let sent: string | undefined;
      await etags.ask(key, async (etag) => {
        sent = etag;
        return answer(`tag of ${key}`, size);
      });
      return sent;
    };
    for (const key of ['a', 'b', 'c']) expect(await tagOf(key)).toBeUndefined();
    expect(await tagOf('c')).toBe('tag of c');
    expect(await tagOf('a')).toBeUndefined();
    await tagOf('large', 300_000);
    expect(await tagOf('large')).toBeUndefined();
  });
});

function answer(etag: string, size = 1) {
  return { status: 200, headers: { etag }, data: etag, size };
}
