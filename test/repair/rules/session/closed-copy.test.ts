import { expect, it } from 'vitest';
import { explainLeaks, importedNames } from '#repair/rules/session/closed-copy.ts';

it('the code of a tree is imported by its packages of the top, and by modules beside them', () => {
  const paths = [
    'src/shop/__init__.py',
    'src/shop/cart/__init__.py',
    'src/shop/cart/total.py',
    'src/tool.py',
    'libs/money/money/__init__.py',
    'setup.py',
    'docs/conf.py',
    'a-b.py',
    'web/index.ts',
  ];
  expect(importedNames(paths)).toEqual(['shop', 'money', 'tool', 'setup']);
});

it('a way out of the copy is told with the tool, the place, and what to do', () => {
  const leak = { engines: ['mypy', 'pytest'], interpreter: '/usr/bin/python3' };
  expect(explainLeaks([{ ...leak, found: {} }])).toBeUndefined();
  const sentence = explainLeaks([
    { ...leak, found: {} },
    { ...leak, found: { shop: '/work/src/shop/__init__.py' } },
  ]);
  expect(sentence).toMatch(/^mypy, pytest would judge the code of the repository/);
  expect(sentence).toContain('the module shop in /work/src/shop/__init__.py');
  expect(sentence).toContain('pip install -e .');
});
