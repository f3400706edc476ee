import { describe, expect, it } from 'vitest';
import { type StartedTool, toolStarts } from '#repair/rules/tasks/tool-starts.ts';

const place = {
  repository: '/repo',
  copy: '/copy',
  links: ['.venv', 'node_modules', 'web/node_modules'],
};
const pytest = { kind: 'python-module', module: 'pytest' } as const;
const tsc = { kind: 'node-bin', package: 'typescript', bin: 'tsc' } as const;

function startsOf(argv: StartedTool['argv'], program: StartedTool['program'], root = '.') {
  return toolStarts(place, { argv, program, root });
}

describe('the ways to start what judges, in a copy', () => {
  it('begin with that which judges', () => {
    const argv = ['/repo/.venv/bin/python', '-m', 'pytest'] as const;
    expect(startsOf(argv, pytest)[0]).toBe('.venv/bin/python -m pytest');
    expect(startsOf(argv, pytest, 'web/app')[0]).toBe('../../.venv/bin/python -m pytest');
    expect(startsOf(['/repo/web/node_modules/.bin/tsc'], tsc, 'web')[0]).toBe(
      'node_modules/.bin/tsc',
    );
  });

  it('are those that are usual for a module of Python', () => {
    expect(startsOf(['/repo/.venv/bin/python', '-m', 'pytest'], pytest)).toEqual([
      '.venv/bin/python -m pytest',
      './.venv/bin/python -m pytest',
      '/copy/.venv/bin/python -m pytest',
      'pytest',
      'python -m pytest',
      'python3 -m pytest',
      '.venv/bin/pytest',
      './.venv/bin/pytest',
      '/copy/.venv/bin/pytest',
      '.venv/bin/python3 -m pytest',
      './.venv/bin/python3 -m pytest',
      '/copy/.venv/bin/python3 -m pytest',
    ]);
  });

  it('are those that are usual for a program of a package', () => {
    const starts = startsOf(['/repo/node_modules/.bin/tsc'], tsc, 'web');
    expect(starts).toEqual(
      expect.arrayContaining([
        'tsc',
        'npx tsc',
        'npx --no-install tsc',
        'node_modules/.bin/tsc',
        '../node_modules/.bin/tsc',
        'web/node_modules/.bin/tsc',
        './node_modules/.bin/tsc',
        '/copy/node_modules/.bin/tsc',
      ]),
    );
    expect(starts.filter((start) => /^(?:npx|node|python3?)$/.test(start))).toEqual([]);
  });

  it('leave a tool elsewhere where it is, and a given command as it was written', () => {
    expect(startsOf(['/usr/bin/python3', '-m', 'pytest'], pytest)[0]).toBe(
      '/usr/bin/python3 -m pytest',
    );
    expect(startsOf(['make', 'lint'], undefined)).toEqual(['make lint']);
    expect(startsOf(['sh', '-c', 'a && b'], undefined)).toEqual(["sh -c 'a && b'"]);
  });
});
