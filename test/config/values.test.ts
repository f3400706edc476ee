import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { globs, relativePath } from '#config/repository-paths.ts';
import {
  argv,
  distinct,
  duration,
  trueOrFalse,
  mapOf,
  pluginId,
  webAddress,
  wholeNumber,
} from '#config/values.ts';

describe('paths', () => {
  const right = [
    '.',
    'a',
    'a/b',
    '.git/',
    'a/..b',
    'a../b',
    '...',
    'ä/漢',
    'a b',
    '!a',
    'ab:c/d',
    'c',
  ];
  const wrong = [
    '',
    '/',
    '/a',
    '..',
    '../a',
    'a/..',
    'a/../b',
    'a//b',
    'a\\b',
    '~',
    '~/a',
    'C:/a',
    'c:a',
  ];

  it.each(right)('%j is one', (path) => expect(relativePath().safeParse(path).success).toBe(true));
  it.each([...wrong, 'a\nb', 'a\0', 3])('%j is none', (path) => {
    expect(relativePath().safeParse(path).success).toBe(false);
  });

  it('are judged by their schema as by us', () => {
    const { allOf = [] } = z.toJSONSchema(relativePath());
    const patterns = allOf.map(({ pattern }) => new RegExp(pattern ?? '', 'u'));
    const pieces = fc.constantFrom('a', '/', '..', '.', '\\', '~', 'C:', '!', '\n', 'é');
    const paths = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(paths, (path) => {
        const matched = patterns.every((pattern) => pattern.test(path));
        expect(relativePath().safeParse(path).success).toBe(matched);
      }),
    );
    expect(patterns.length).toBeGreaterThan(3);
  });
});

describe('addresses of servers', () => {
  const right = [
    'https://a.example',
    'http://127.0.0.1:8080',
    'https://a.example/b/c',
    'http://[::1]/',
  ];
  const wrong = [
    'a.example',
    'ftp://a.example',
    'file:///etc/passwd',
    'https://',
    'https://name:word@a.example',
    'https://a.example/?q=1',
    'https://a.example#part',
    'https://a.example\\@b.example',
    'https://a example',
    'https://a.example:99999',
    3,
  ];

  it.each(right)('%j is one', (text) => expect(webAddress().safeParse(text).success).toBe(true));
  it.each(wrong)('%j is none', (text) => expect(webAddress().safeParse(text).success).toBe(false));
});

describe('patterns', () => {
  it('are paths without "!" at the start', () => {
    expect(globs().safeParse(['**/*.ts', 'a/{b,c}/[d-e]?', 'docs/']).success).toBe(true);
    expect(globs().safeParse(['!a']).success).toBe(false);
    expect(globs().safeParse(['/a']).success).toBe(false);
  });
});

describe('durations', () => {
  it('become milliseconds', () => {
    const read = ['500ms', '30s', '10m', '2h', '1d', '24d', '0030s'].map((text) =>
      duration().parse(text),
    );
    expect(read).toEqual([500, 30_000, 600_000, 7_200_000, 86_400_000, 2_073_600_000, 30_000]);
  });

  it('fit what a timer can hold', () => {
    expect(duration().safeParse('25d').success).toBe(false);
    expect(duration().parse('24d')).toBeLessThan(2 ** 31);
  });

  it('may be zero only where that means something', () => {
    expect(duration('0s').parse('0m')).toBe(0);
    expect(duration().safeParse('0m').success).toBe(false);
  });
});

describe('numbers', () => {
  it.each([1, 5, 9])('%d is whole and in range', (value) => {
    expect(wholeNumber(1, 9).safeParse(value).success).toBe(true);
  });

  it.each([0, 10, 1.5, Number.NaN, Infinity, 1e300, '5', null])('%s is not', (value) => {
    expect(wholeNumber(1, 9).safeParse(value).success).toBe(false);
  });
});

describe('lists and maps', () => {
  it('hold each name once where a second copy is a mistake', () => {
    const issues =
      distinct(trueOrFalse(), 'a list').safeParse([true, false, true, 3]).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toEqual([[3], [2]]);
  });

  it('hold commands of at least one word', () => {
    expect(argv().safeParse([]).success).toBe(false);
    expect(argv().safeParse(['a', '']).success).toBe(true);
    expect(argv().safeParse(['a\0']).success).toBe(false);
  });

  it('refuse keys of another form', () => {
    const issues =
      mapOf(pluginId, trueOrFalse()).safeParse({ Ab: true, ab: true }).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toEqual([['Ab']]);
  });
});
