import { describe, expect, it } from 'vitest';
import {
  canChangeResult,
  touchesScope,
  findFileNames,
  type ReadScope,
} from '#check/rules/scope/what-is-read.ts';

const reading: ReadScope = {
  root: 'api',
  scope: ['src'],
  judges: /\.py$/,
  reads: 'scope',
  configNames: ['ruff.toml'],
  config: 'conf/own.cfg',
  named: ['extra.ini'],
};

const read: Readonly<Record<string, boolean>> = {
  'api/src/a.py': true,
  'api/src/a.txt': false,
  'api/other/a.py': false,
  'src/a.py': false,
  'ruff.toml': true,
  'deep/down/ruff.toml': true,
  'my-ruff.toml': false,
  'conf/own.cfg': true,
  'own.cfg': false,
  'x/extra.ini': true,
  '.gitignore': true,
  'web/.ignore': true,
};

describe('what an engine reads', () => {
  for (const [path, expected] of Object.entries(read)) {
    it(`${expected ? 'counts' : 'does not count'} ${path}`, () => {
      expect(canChangeResult(path, reading)).toBe(expected);
    });
  }

  it('is everything where it may read everything', () => {
    expect(canChangeResult('any/thing', { ...reading, reads: 'repository' })).toBe(true);
  });

  it('is all of a root whose scope is all of it', () => {
    const all = { ...reading, scope: ['.'] };
    expect(canChangeResult('api/a.py', all)).toBe(true);
    expect(canChangeResult('a.py', all)).toBe(false);
    expect(canChangeResult('a.py', { ...all, root: '.' })).toBe(true);
  });
});

describe('liesInScope', () => {
  it('holds for a folder above the scope as well', () => {
    expect(touchesScope('api', reading)).toBe(true);
    expect(touchesScope('api/src', reading)).toBe(true);
    expect(touchesScope('web', reading)).toBe(false);
  });
});

describe('namesIn', () => {
  it('finds what looks like the name of a file', () => {
    const text = 'extends: ["./base.json", "../conf/my-rules.conf"]\nimport a from "@x/y.cjs"';
    expect(findFileNames(text)).toEqual(['base.json', 'my-rules.conf', 'y.cjs']);
    expect(findFileNames('nothing here')).toEqual([]);
  });
});
