import { expect, it } from 'vitest';
import { createRepository } from '#platform/files/repository.ts';
import { plantFiles } from '../../support/plant-files.ts';

const config = `repos:
- repo: https://example.org/black
  rev: "24.1"
  hooks: [{id: black}]
- repo: https://example.org/flake8
  rev: "7.0"
  hooks: [{id: flake8}]
- repo: local
  hooks: [{id: own, name: own, entry: "true", language: system}]
`;

async function missingIn(root: string, env: Readonly<Record<string, string>>) {
  const { facts } = await createRepository({ env }).read(root);
  return [...(facts.missingHooks ?? [])];
}

it('hooks are there once pre-commit wrote down that it fetched them, in this revision', async () => {
  const root = await plantFiles({ '.pre-commit-config.yaml': config });
  const flake8 = 'https://example.org/flake8';
  const home = await plantFiles({
    'pre-commit/db.db': `\0https://example.org/black24.1/a\0${flake8}6.0/b`,
  });
  expect(await missingIn(root, { XDG_CACHE_HOME: home })).toEqual([
    ['.pre-commit-config.yaml', [flake8]],
  ]);
  const whole = await plantFiles({
    'db.db': `\0https://example.org/black24.1/a\0${flake8}7.0/b`,
  });
  expect(await missingIn(root, { PRE_COMMIT_HOME: whole })).toEqual([]);
  expect(await missingIn(root, {})).toEqual([
    ['.pre-commit-config.yaml', ['https://example.org/black', flake8]],
  ]);
});
