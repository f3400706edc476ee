import { describe, expect, it } from 'vitest';
import { findEvidence, type Signs } from '#check/rules/repository/evidence.ts';
import { someFacts } from './some-facts.ts';

const signs: Signs = {
  files: ['lint.toml', '.lint.toml'],
  tables: ['lint'],
  sections: { 'setup.cfg': /^lint(?:-|$)/ },
  dependency: 'lint',
  otherwise: 'nothing was found',
};
const table = { tool: { lint: {} } };
const dependency = { devDependencies: { lint: '1' } };
type Facts = Parameters<typeof someFacts>[0];

describe('evidence of a tool', () => {
  it.each<[string, Facts, string, string, string]>([
    ['a file', { files: ['lint.toml'] }, '.', 'lint.toml configures it', '.'],
    ['a file above', { files: ['.lint.toml'] }, 'a/b', '.lint.toml configures it', '.'],
    [
      'the nearest file',
      { files: ['lint.toml', 'a/lint.toml'] },
      'a/b',
      'a/lint.toml configures it',
      'a',
    ],
    [
      'a table',
      { manifests: { 'a/pyproject.toml': table } },
      'a',
      'a/pyproject.toml configures it',
      'a',
    ],
    [
      'a section',
      { manifests: { 'a/setup.cfg': { 'lint-x': {} } } },
      'a',
      'a/setup.cfg configures it',
      'a',
    ],
    [
      'a dependency',
      { manifests: { 'package.json': dependency } },
      'a',
      'package.json asks for lint',
      '.',
    ],
    [
      'a file before a table',
      { files: ['lint.toml'], manifests: { 'pyproject.toml': table } },
      '.',
      'lint.toml configures it',
      '.',
    ],
    [
      'a table before a section',
      { manifests: { 'pyproject.toml': table, 'setup.cfg': { lint: {} } } },
      '.',
      'pyproject.toml configures it',
      '.',
    ],
    [
      'a dependency nearby before a file above',
      { files: ['lint.toml'], manifests: { 'a/package.json': dependency } },
      'a',
      'a/package.json asks for lint',
      'a',
    ],
  ])('is %s', (_name, facts, root, because, at) => {
    expect(findEvidence(someFacts(facts), root, signs)).toEqual({ kind: 'present', because, at });
  });

  it.each<[string, Facts, string]>([
    ['nothing', {}, '.'],
    ['a file below', { files: ['a/lint.toml'] }, '.'],
    ['a file beside', { files: ['b/lint.toml'] }, 'a'],
    ['a table of another', { manifests: { 'pyproject.toml': { tool: { other: {} } } } }, '.'],
    ['a section of another', { manifests: { 'setup.cfg': { linter: {} } } }, '.'],
    ['a name that every object has', { manifests: { 'pyproject.toml': { tool: {} } } }, '.'],
    ['a broken manifest', { manifests: { 'pyproject.toml': 7, 'package.json': 'x' } }, '.'],
    ['an unreadable table', { manifests: { 'pyproject.toml': { tool: 7 } } }, '.'],
  ])('is not %s', (_name, facts, root) => {
    const given = { ...signs, tables: ['lint', 'toString'] };
    expect(findEvidence(someFacts(facts), root, given)).toEqual({
      kind: 'absent',
      because: 'nothing was found',
      noSign: true,
    });
  });

  it('may have to be in the root itself', () => {
    const facts = someFacts({ files: ['lint.toml'] });
    expect(findEvidence(facts, 'a', { ...signs, here: true }).kind).toBe('absent');
    expect(findEvidence(facts, '.', { ...signs, here: true }).kind).toBe('present');
  });
});
