import { expect, it } from 'vitest';
import { isOfInnerRun } from '#check/rules/scope/inner-run.ts';

const files = ['a.py', 'api/a.py', 'api/core/a.py', 'apis/a.py'];

it.each([
  ['no file without another root', ['.'], '.', []],
  ['the files below an inner root', ['.', 'api'], '.', ['api/a.py', 'api/core/a.py']],
  ['those below a root further down', ['.', 'api', 'api/core'], 'api', ['api/core/a.py']],
  ['no file of the innermost', ['.', 'api', 'api/core'], 'api/core', []],
])('a run of the same engine further down answers for %s', (_name, roots, root, answered) => {
  const all = roots.map((one) => ({ engine: 'mypy', root: one }));
  expect(files.filter((file) => isOfInnerRun(file, { engine: 'mypy', root }, all))).toEqual(
    answered,
  );
});

it('a run of another engine answers for nothing', () => {
  const all = [{ engine: 'pylint', root: 'api' }];
  expect(files.some((file) => isOfInnerRun(file, { engine: 'mypy', root: '.' }, all))).toBe(false);
});
