import { expect, it } from 'vitest';
import { findInEnvironment, listEnvironments } from '#check/rules/repository/environment-places.ts';
import { someFacts } from './some-facts.ts';

const facts = someFacts({
  environments: ['.venv'],
  kept: [
    { by: 'tox', home: '.', name: 'py312', path: '.tox/py312' },
    { by: 'poetry', home: '.', name: 'shop-py3.12', path: '/cache/shop-py3.12' },
  ],
  virtualEnv: '/home/me/envs/shop',
});

it('environments are those in the repository, those that are kept elsewhere, and the active one', () => {
  expect(listEnvironments(facts)).toEqual([
    '.venv',
    '.tox/py312',
    '/cache/shop-py3.12',
    '/home/me/envs/shop',
  ]);
});

it.each([
  ['/repo/.venv/bin/python', { place: '.venv', rest: '/bin/python' }],
  ['/repo/.venv', { place: '.venv', rest: '' }],
  ['/repo/.tox/py312/bin/pytest', { place: '.tox/py312', rest: '/bin/pytest' }],
  ['/cache/shop-py3.12/bin/mypy', { place: '.tox/shop-py3.12', rest: '/bin/mypy' }],
  ['/home/me/envs/shop/bin/python', { place: '.tox/shop', rest: '/bin/python' }],
  ['/repo/.venv2/bin/python', undefined],
  ['/usr/bin/python3', undefined],
])('%s has its place in a copy', (program, found) => {
  expect(findInEnvironment(program, { repository: '/repo', facts })).toEqual(found);
});
