import { expect, it } from 'vitest';
import { judgeStepPath } from '#repair/rules/plan/step-path.ts';

it.each([
  ['a', 'a'],
  ['./src//a.ts', 'src/a.ts'],
  ['a b/ü\n', 'a b/ü\n'],
  ['.gitignore', '.gitignore'],
  ['.github/CODEOWNERS', '.github/CODEOWNERS'],
  ['', ''],
])('takes %j as %j', (given, path) => {
  expect(judgeStepPath(given)).toMatchObject({ kind: 'ok', value: { path } });
});

it.each([
  ['/etc/passwd', 'is absolute'],
  ['C:\\x', 'is absolute'],
  ['../x', 'may leave the folder'],
  ['a/../../x', 'may leave the folder'],
  ['a\0b', 'has a NUL character'],
  ['.git/config', 'a folder of git'],
  ['sub/.GIT/hooks/x', 'a folder of git'],
  ['git~1/config', 'a folder of git'],
])('refuses %j, because it %s', (given, because) => {
  const judged = judgeStepPath(given);
  expect(judged).toMatchObject({ kind: 'refused', sentence: expect.stringContaining(because) });
});
