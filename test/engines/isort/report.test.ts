import { describe, expect, it } from 'vitest';
import { isort } from '#engines/isort/engine.ts';
import { checkoutOf, outputOf, recorded } from '../recorded.ts';

describe('what isort says', () => {
  it('are whole files', () => {
    const { findings } = isort.parse(outputOf({ stderr: recorded('isort/findings.err') }));
    expect(findings).toEqual([
      {
        kind: 'format',
        severity: 'low',
        rule: 'unformatted',
        message: 'File would be reformatted',
        path: '/repo/d.py',
        line: null,
        column: null,
        fixable: true,
      },
    ]);
  });
});

it.each([
  [{ 'tox.ini': { testenv: { commands: 'isort -c src' } } }, 'present'],
  [{ 'setup.cfg': { isort: { profile: 'black' } } }, 'absent'],
])('%j makes it %s', (files, kind) => {
  expect(isort.detect(checkoutOf(files), '.').kind).toBe(kind);
});
