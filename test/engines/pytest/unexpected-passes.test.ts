import { describe, expect, it } from 'vitest';
import { pytest } from '#engines/pytest/engine.ts';
import { unexpectedPasses } from '#engines/pytest/unexpected-passes.ts';
import { pythonModule } from '../real-ends.ts';
import { repositoryOf, runReal } from '../real-run.ts';

const header = '=========================== short test summary info ============================';
const passesIn = (...lines: readonly string[]) => unexpectedPasses(lines.join('\n'));

describe('what pytest says of tests that pass though they should fail', () => {
  it('is read from the summary at the end, with its colours and reasons', () => {
    const passes = passesIn(header, '\u{1B}[33mXPASS\u{1B}[0m t.py::test_a[x - y] - not - yet');
    expect(passes('t.py::test_a[x - y]')).toBe(true);
    expect(passes('t.py::test_b')).toBe(false);
  });

  it('is nothing that a test printed', () => {
    const passes = passesIn(
      'XPASS t.py::test_a',
      header,
      'FAILED t.py::test_a - XPASS t.py::test_a',
    );
    expect(passes('t.py::test_a')).toBe(false);
    expect(passesIn('XPASS t.py::test_a')('t.py::test_a')).toBe(false);
  });
});

const marked = (name: string, mark: string, body: string): string =>
  `@pytest.mark.${mark}\ndef test_${name}():\n    ${body}\n`;

describe('the real pytest', () => {
  const text = [
    'import pytest',
    'def test_plain():\n    pass',
    marked('needless', 'xfail(reason="was broken - once")', 'pass'),
    marked('needed', 'xfail', 'assert False'),
    marked('skipped', 'skip', 'pass'),
    marked(
      'param',
      'xfail\n@pytest.mark.parametrize("x", ["a - b", "c"])',
      'assert x == "a - b"',
    ).replace('test_param()', 'test_param(x)'),
  ].join('\n');

  it.each([
    ['in black and white', []],
    ['in colour', ['--color=yes']],
  ])('tells them %s, whatever its configuration asks it to tell', async (_name, args) => {
    const file = 't/test_a.py';
    const files = { 'pytest.ini': '[pytest]\naddopts = -rs\n', [file]: text };
    const folder = await repositoryOf(files);
    const program = await pythonModule('pytest');
    const { tests, said } = await runReal(pytest, { folder, program, plan: { args } });
    expect(said).toBe('success, 0');
    expect(tests).toEqual([
      { file, id: 't/test_a.py::test_plain', skipped: false },
      { file, id: 't/test_a.py::test_needless', skipped: true, passes: true },
      { file, id: 't/test_a.py::test_needed', skipped: true },
      { file, id: 't/test_a.py::test_skipped', skipped: true },
      { file, id: 't/test_a.py::test_param[a - b]', skipped: true, passes: true },
      { file, id: 't/test_a.py::test_param[c]', skipped: true },
    ]);
  });
});
