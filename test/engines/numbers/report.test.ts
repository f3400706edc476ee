import { describe, expect, it } from 'vitest';
import { numbersOptions } from '#engines/numbers/options.ts';
import { readNumbers } from '#engines/numbers/report.ts';

const read = (text: string | undefined, more: object = {}) =>
  readNumbers(numbersOptions.parse({ command: ['measure'], ...more }))(text);

const lower = { direction: 'lower', tolerance: { kind: 'absolute', most: 0 } };

describe('the numbers of a command', () => {
  it.each<[string, string, object]>([
    ['a JSON object', '{"bytes": 1200, "share": 0.5}\n', {}],
    ['lines', 'measuring ...\nbytes: 1200\nshare = 0.5\n2 files were read\n', {}],
    ['lines in colour', '\u001b[1mbytes\u001b[0m 1200\r\nshare 5e-1\r\n', {}],
    [
      'a regular expression',
      'total size of bytes is 1,200; total size of share is 0.5',
      { pattern: String.raw`size of (?<name>\w+) is (?<value>[\d.,]+\d)` },
    ],
  ])('are read from %s', (_, text, options) => {
    expect(read(text, options)).toEqual({
      facts: { state: 'valid', findings: 0, analysed: null, expected: null, verdict: null },
      findings: [],
      numbers: [
        { name: 'bytes', value: 1200, ...lower },
        { name: 'share', value: 0.5, ...lower },
      ],
    });
  });

  it('have the direction and the tolerance of all, or one of their own', () => {
    const numbers = { share: { direction: 'higher' }, count: { tolerance: 3 } };
    const { numbers: found } = read('bytes 1\nshare 2\ncount 3', { tolerance: '2.5 %', numbers });
    const tolerance = { kind: 'percent', most: 2.5 };
    expect(found).toEqual([
      { name: 'bytes', value: 1, direction: 'lower', tolerance },
      { name: 'share', value: 2, direction: 'higher', tolerance },
      { name: 'count', value: 3, direction: 'lower', tolerance: { kind: 'absolute', most: 3 } },
    ]);
  });

  it.each<[string, string | undefined, string]>([
    ['nothing was written', undefined, 'absent'],
    ['nothing was printed', '', 'unparseable'],
    ['JSON holds a text', '{"bytes": "many"}', 'unparseable'],
    ['JSON was cut', '{"bytes": 1', 'unparseable'],
    ['no line ends with a number', 'done', 'unparseable'],
  ])('are no report where %s', (_, text, state) => {
    expect(read(text)).toMatchObject({ facts: { state }, findings: [] });
    expect(read(text).numbers).toBeUndefined();
  });

  it('are none where a pattern finds something else', () => {
    expect(read('a=b', { pattern: '(?<name>a)=(?<value>.)' }).facts.state).toBe('unparseable');
  });
});
