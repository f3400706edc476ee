import { expect, it } from 'vitest';
import { readJsonc } from '#check/rules/repository/jsonc.ts';

it.each([
  ['\u{FEFF}{"a": 1}', { a: 1 }],
  ['{ // remark\n"a": "//no, /* remark */", /* , } */ }', { a: '//no, /* remark */' }],
  [String.raw`["\",]", 1, /* last */ // one` + '\n]', ['",]', 1]],
])('reads %j', (text, expected) => {
  expect(readJsonc(text)).toEqual(expected);
});

it('refuses what is broken', () => {
  expect(() => readJsonc('{"a": ')).toThrow(SyntaxError);
});
