import { expect, it } from 'vitest';
import { configPart } from '#check/rules/findings/config-part.ts';
import { signRules } from '#check/rules/findings/signature.ts';
import { systemHash } from '#platform/system/hash.ts';
import { planOf } from '../../../engines/recorded.ts';

const hash = (text: string): string => systemHash.sha256(text);

const part = (manifest: unknown): string =>
  configPart('pyproject.toml', { text: '', manifest }, ['ruff']);

it('is the whole of a file of its own, and of a shared one what speaks of the tool', () => {
  expect(configPart('a/ruff.toml', { text: 'x', manifest: undefined }, ['ruff'])).toBe('x');
  const pyproject = { project: { version: 1 }, tool: { ruff: { a: 1 }, mypy: {} } };
  expect(part(pyproject)).toBe('[{"a":1}]');
  expect(part({ ...pyproject, project: {} })).toBe(part(pyproject));
  expect(part({ tool: {} })).not.toBe(part(pyproject));
  expect(
    configPart('package.json', { text: '', manifest: { eslintConfig: 1 } }, ['eslintConfig']),
  ).toBe('[1]');
  expect(configPart('pyproject.toml', { text: 'broken', manifest: undefined }, ['ruff'])).toBe(
    'broken',
  );
});

it('signs what an engine is told and what its files say, in any order', () => {
  const files = [
    { path: 'b', part: '2' },
    { path: 'a', part: '1' },
  ];
  const sign = (plan = {}, parts = files) => signRules({ hash }, planOf(plan), parts);
  expect(sign()).toBe(sign({ mode: 'current', scope: ['x'] }, files.toReversed()));
  expect(sign({ args: ['--x'] })).not.toBe(sign());
  expect(sign({ toolProfile: 'x' })).not.toBe(sign());
  expect(sign({}, [{ path: 'a', part: '2' }])).not.toBe(sign({}, [{ path: 'a', part: '1' }]));
});
