import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactFields, redactText } from '#base/redact.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjM0In0.c2lnbmF0dXJl-_x';

describe('redactText', () => {
  it.each([
    [`push with ghp_${'a'.repeat(36)} failed`, 'push with [masked] failed'],
    [`gho_${'b'.repeat(36)},ghu_${'c'.repeat(36)}`, '[masked],[masked]'],
    [`ghs_12345_${jwt} end`, '[masked] end'],
    [`ghr_${'d'.repeat(36)}`, '[masked]'],
    [`(github_pat_11AAAAAA0_${'e'.repeat(30)})`, '([masked])'],
    [`sk-ant-api03-${'f'.repeat(40)}`, '[masked]'],
    [`key=sk-${'g'.repeat(40)}`, 'key=[masked]'],
    ['id AKIAIOSFODNN7EXAMPLE.', 'id [masked].'],
    ['ASIAIOSFODNN7EXAMPLE', '[masked]'],
    [`jwt ${jwt}`, 'jwt [masked]'],
    ['Authorization: Bearer abc.DEF-123_~', 'Authorization: Bearer [masked]'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: basic [masked]'],
    ['https://user:pa55@host/p', 'https://user:[masked]@host/p'],
    [
      'https://b/k?X-Amz-Signature=abc&X-Amz-Expires=9',
      'https://b/k?X-Amz-Signature=[masked]&X-Amz-Expires=9',
    ],
    ['DB_PASSWORD=hunter2 x', 'DB_PASSWORD=[masked] x'],
    ['?access_token=abc&page=2', '?access_token=[masked]&page=2'],
    ['{"apiKey":"a\\"b","n":1}', '{"apiKey":"[masked]","n":1}'],
    ['{"client_secret" : "x"}', '{"client_secret" : "[masked]"}'],
    [
      'a -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\nMII\n-----END RSA PRIVATE KEY----- b',
      'a [masked] b',
    ],
    ['-----BEGIN PRIVATE KEY-----\nMII cut off', '[masked]'],
  ])('masks %j', (text, safe) => {
    expect(redactText(text)).toBe(safe);
  });

  it('masks a secret inside JSON inside JSON', () => {
    const inner = JSON.stringify({ token: 'abc-def', page: 2 });
    expect(redactText(JSON.stringify({ body: inner }))).not.toContain('abc-def');
  });

  it.each([
    'no luck',
    'task-force-with-a-long-name-of-words',
    'used tokens=4096, maxTokens=8000',
    '{"inputTokens":"4096","outputTokens":12}',
    'the token expired',
    'https://github.com/o/r/pull/7?x=y',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'a digest e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'basic checks',
  ])('leaves %j', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('lets no token through, whatever surrounds it', () => {
    const token = fc.constantFrom(`ghp_${'a'.repeat(36)}`, `sk-${'b'.repeat(32)}`, jwt);
    const around = fc.string({
      unit: fc.constantFrom(' ', '"', '\\', '\n', ':', '=', 'é', '/', '('),
    });
    fc.assert(
      fc.property(around, token, around, (before, secret, after) => {
        expect(redactText(`${before}${secret}${after}`)).not.toContain(secret.slice(4, 24));
      }),
    );
  });

  it('is done with hostile texts too, where quadratic time would exceed that of the test', () => {
    const hostile = ['token', '://', 'sk-', '"token" : "', 'Bearer ', 'eyJaaaaaaaaa.', 'a'];
    for (const piece of hostile) {
      const text = `${piece.repeat(500_000 / piece.length)} ghp_${'a'.repeat(36)}`;
      expect(redactText(text).endsWith('[masked]')).toBe(true);
    }
  });
});

describe('redact', () => {
  it('masks by name whatever is not a number or a flag', () => {
    const names = [
      'token',
      'GITHUB_TOKEN',
      'clientSecret',
      'password',
      'Authorization',
      'x-api-key',
    ];
    const more = ['apiKey', 'api_key', 'private-key', 'privateKey', 'set-cookie', 'credentials'];
    for (const name of [...names, ...more]) {
      expect(redact({ [name]: 'v', n: 1 })).toEqual({ [name]: '[masked]', n: 1 });
      expect(redact([{ [name]: { deep: 'v' } }])).toEqual([{ [name]: '[masked]' }]);
      expect(redact(new Map([[name, ['v']]]))).toEqual({ [name]: '[masked]' });
    }
    const counts = { tokens: 12, hasToken: true, secret: null, password: undefined };
    expect(redactFields(counts)).toEqual(counts);
  });

  it('tells errors whole: cause, members and the errors of an aggregate', () => {
    const cause = Object.assign(new TypeError('inner'), { code: 'E1', token: 't' });
    const error = new AggregateError([new Error('one')], 'outer', { cause });
    expect(redact(error)).toMatchObject({
      name: 'AggregateError',
      message: 'outer',
      stack: expect.stringContaining('redact.test.ts'),
      cause: { name: 'TypeError', message: 'inner', code: 'E1', token: '[masked]' },
      errors: [{ message: 'one' }],
    });
    expect(redact(new Error('text', { cause: 'a text' }))).toMatchObject({ cause: 'a text' });
  });

  it('turns every value into JSON data', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = [circle];
    let deep: unknown = 'bottom';
    for (let level = 0; level < 20; level += 1) deep = { deep };
    const odd = {
      at: new Date(0),
      url: new URL('https://a/'),
      set: new Set([1n]),
      symbol: Symbol('s'),
    };
    expect(redact({ circle, ...odd, buffer: Buffer.from('abc'), infinite: -Infinity })).toEqual({
      circle: { self: ['[circular]'] },
      at: '1970-01-01T00:00:00.000Z',
      url: 'https://a/',
      set: ['1'],
      symbol: 'Symbol(s)',
      buffer: '[3 bytes]',
      infinite: '-Infinity',
    });
    expect(JSON.stringify(redact(deep))).toContain('[too deep]');
  });

  it('shows one object at two places at both', () => {
    const shared = { a: 1 };
    expect(redact([shared, shared])).toEqual([shared, shared]);
  });

  it('throws for nothing, and changes nothing it is given', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true }),
        (value) => {
          expect(() => JSON.stringify(redact(value))).not.toThrow();
        },
      ),
    );
    const given = { token: 'a', list: ['ghp_' + 'a'.repeat(36)] };
    const copy = structuredClone(given);
    redact(given);
    expect(given).toEqual(copy);
    expect(
      redact(
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
      ),
    ).toBe('[unreadable]');
  });
});
