import { describe, expect, it } from 'vitest';
import { pythonDefinitions } from '#check/rules/sources/python-definitions.ts';
import { withoutPythonRemarks } from '#check/rules/sources/python-remarks.ts';
import { plantInPython } from '#check/rules/sources/planted-lines.ts';
import { codeOfPython, pythonLines } from '#check/rules/sources/python-text.ts';

const text = [
  '"""What it is: # no comment."""',
  'class Shop:  # sells',
  "    name = '''",
  'def no_function():',
  "    '''",
  '',
  '    @property',
  '    def total(',
  '        self, # the first',
  '    ) -> int:',
  '        """Adds up."""',
  '        rest = {"#": 1}[\\',
  '            "#"]',
  '        return rest',
  '',
  '',
  "def short(): return 'it\\'s #1'",
].join('\n');

describe('a text of Python', () => {
  it('is code without its comments and what its strings hold, line by line', () => {
    const code = codeOfPython(text);
    expect(code.split('\n')).toHaveLength(text.split('\n').length);
    expect(code).not.toMatch(/no_function|comment|sells|#/);
  });

  it('is read in the lines that Python sees', () => {
    expect(pythonLines(text).map(({ number, code }) => `${number} ${code}`)).toEqual([
      '1 ""',
      '2 class Shop:',
      '3 name = ""',
      '7 @property',
      '8 def total( self, ) -> int:',
      '11 ""',
      '12 rest = {"": 1}[\\ ""]',
      '14 return rest',
      '17 def short(): return ""',
    ]);
  });

  it('defines functions and classes, each with its body', () => {
    expect(pythonDefinitions(pythonLines(text))).toMatchObject([
      { kind: 'class', name: 'Shop', first: 2, last: 16 },
      {
        name: 'Shop.total',
        first: 8,
        last: 16,
        body: ['""', 'rest = {"": 1}[\\ ""]', 'return rest'],
      },
      { name: 'short', first: 17, body: ['return ""'] },
    ]);
  });

  it('has a faulty line before each statement that may have one', () => {
    const { text: planted, origins } = plantInPython(text, 'fault');
    const lines = planted.split('\n');
    const before = origins.filter(({ isOurs }) => isOurs).map(({ number }) => number);
    expect(before).toEqual([2, 3, 7, 12, 14]);
    expect(lines).toHaveLength(origins.length);
    expect(lines.filter((line) => line.trim() === 'fault')).toHaveLength(before.length);
    const own = lines.filter((_, index) => origins[index]?.isOurs === false);
    expect(own.join('\n')).toBe(text);
  });
});

describe('remarks of Python', () => {
  it.each([
    ['x = 1  # type: ignore[assignment]', 'x = 1'],
    ['x = []  # type: list[int]  # type: ignore', 'x = []  # type: list[int]'],
    ['x = "# noqa"  # noqa', 'x = "# noqa"'],
    ['# mypy: ignore-errors\nx = 1', '\nx = 1'],
    ['@typing.no_type_check\ndef x(): ...', '\ndef x(): ...'],
    [
      'from typing import no_type_check as plain\n@plain\ndef x(): ...',
      'from typing import no_type_check as plain\n\ndef x(): ...',
    ],
    [
      'import typing\nplain = typing.no_type_check\n@plain\ndef x(): ...',
      'import typing\nplain = typing.no_type_check\n\ndef x(): ...',
    ],
  ])('of %j leave %j', (given, left) => {
    expect(withoutPythonRemarks(given)).toBe(left);
  });
});
