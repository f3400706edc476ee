import { expect, it } from 'vitest';
import { readIni } from '#check/rules/repository/ini.ts';

it('reads sections, keys in any case, values of several lines and no remarks', () => {
  const text = [
    'lost = 1',
    '[mypy]',
    '; remark',
    'Files = src,',
    '    tests',
    '  # remark',
    '    more',
    'strict: True',
    'bare',
    '[mypy-tests.*]',
    'a = b = c',
    '[empty]',
  ].join('\r\n');
  expect(readIni(text)).toEqual({
    mypy: { files: 'src,\ntests\nmore', strict: 'True', bare: '' },
    'mypy-tests.*': { a: 'b = c' },
    empty: {},
  });
});
