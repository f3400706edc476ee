import { describe, expect, it } from 'vitest';
import {
  readVariables,
  splitCommands,
  unknownPart,
} from '#check/rules/repository/commands/shell-words.ts';

describe('a text for a shell', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['mypy src && pytest', [['mypy', 'src'], ['pytest']]],
    ['a; b | c || d\ne & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['ruff check \\\n   src "my tests" \'a b\'c', [['ruff', 'check', 'src', 'my tests', 'a bc']]],
    ['# none\nmypy src # all of it\n', [['mypy', 'src']]],
    ['mypy src > log 2>&1', [['mypy', 'src']]],
    ['pytest "$@" $@ ${UNSET} $UNSET', [['pytest']]],
    ['mypy $(git ls-files)', [['mypy', unknownPart]]],
    ['tox -e ${{ matrix.env }}', [['tox', '-e', unknownPart]]],
    [
      '(cd docs && make html)',
      [
        ['cd', 'docs'],
        ['make', 'html'],
      ],
    ],
    [`eslint "src/**/*.{js,ts}"`, [['eslint', 'src/**/*.{js,ts}']]],
    ['', []],
  ])('%j', (text, commands) => {
    expect(splitCommands(text)).toEqual(commands);
  });

  it('is read with the variables that it sets', () => {
    const text =
      'export FILES="src tests"\nDIR = lib\nAll=`x`\n${PRE}ruff $FILES $(DIR)/a "$FILES"';
    expect(splitCommands(text, readVariables(text)).at(-1)).toEqual([
      'ruff',
      'src',
      'tests',
      'lib/a',
      'src tests',
    ]);
  });

  it('is read in linear time', () => {
    const text = `${'$('.repeat(5_000)}${'"'.repeat(5_001)}${'{ '.repeat(5_000)}`;
    expect(splitCommands(text).length).toBeGreaterThan(0);
  });
});
