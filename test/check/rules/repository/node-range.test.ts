import { expect, it } from 'vitest';
import { acceptsNode } from '#check/rules/repository/node-range.ts';

it.each([
  ['^22.12.0 || ^24.0.0 || >=26.0.0', 'v22.12.1', true],
  ['^22.12.0 || ^24.0.0 || >=26.0.0', 'v20.20.2', false],
  ['^22.12.0 || ^24.0.0 || >=26.0.0', 'v25.1.0', false],
  ['>= 18 <21', 'v20.1.0', true],
  ['>=18 <21', 'v21.0.0', false],
  ['18.x || 20', 'v20.3.4', true],
  ['18.x || 20', 'v19.0.0', false],
  ['~20.3', 'v20.3.9', true],
  ['~20.3', 'v20.4.0', false],
  ['18 - 20', 'v20.20.2', true],
  ['18 - 20', 'v21.0.0', false],
  ['>20', 'v20.0.0', false],
  ['*', 'v8.0.0', true],
  ['whatever', 'v8.0.0', true],
  ['>=20', 'not a version', true],
])('%s accepts %s: %s', (range, version, expected) => {
  expect(acceptsNode(range, version)).toBe(expected);
});
