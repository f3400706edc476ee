import { expect, it } from 'vitest';
import { namePytestCase } from '#engines/pytest/node-id.ts';

it.each([
  ['tests/test_a.py', 'tests.test_a', 'test_x', 'tests/test_a.py::test_x'],
  [
    'tests/test_a.py',
    'tests.test_a.A.B',
    'test_x[a.b::c]',
    'tests/test_a.py::A::B::test_x[a.b::c]',
  ],
  ['test_a.py', 'test_a.lower', 'test_x', 'test_a.py::lower::test_x'],
  ['tests/test_a.py', '', 'tests.test_a', 'tests/test_a.py'],
  [null, '', 'tests.sub', 'tests.sub'],
  ['tests/v1.2/test_a.py', 'tests.v1.2.test_a.T', 'test_x', 'tests/v1.2/test_a.py::T::test_x'],
  ['base.py', 'tests.test_a.T', 'test_x', 'tests/test_a.py::T::test_x'],
  ['tests/test_a.py', 'tests.test_ab.T', 'test_x', 'tests/test_ab.py::T::test_x'],
  ['base.py', 'tests.test_a._Own', 'test_x', 'tests/test_a.py::_Own::test_x'],
  [null, 'tests.test_a', 'test_x', 'tests/test_a.py::test_x'],
  ['docs/use.md', 'docs.use.md', 'use.md', 'docs/use.md::use.md'],
])('%s, %s, %s is %s', (file, classname, name, id) => {
  const rest = { line: null, problems: [], skipped: null, output: '' };
  const named = namePytestCase({ file, classname, name, ...rest });
  expect(named).toEqual({ id, file: id.split('::', 1)[0] });
});
