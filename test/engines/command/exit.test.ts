import { describe, expect, it } from 'vitest';
import { judgeExit } from '#engines/command/exit.ts';

const read = (exit: number | undefined) =>
  judgeExit({ name: 'make check', well: [0, 3], failed: [2, 127], fixable: true })(undefined, {
    stdout: '',
    stderr: 'stderr:1:1: error: never a finding',
    reports: new Map(),
    cwd: '/repo',
    ...(exit !== undefined && { exit }),
  });

describe('the exit code of a command without a report', () => {
  it.each([1, 4])('%i is its one finding', (exit) => {
    expect(read(exit)).toEqual({
      facts: { state: 'valid', findings: 1, analysed: null, expected: null, verdict: null },
      findings: [
        {
          kind: 'command_failed',
          severity: 'high',
          rule: null,
          message: 'make check failed.',
          path: null,
          line: null,
          column: null,
          fixable: true,
        },
      ],
    });
  });

  it.each([0, 2, 3, 127])('%i is none', (exit) => {
    expect(read(exit)).toMatchObject({ facts: { state: 'valid' }, findings: [] });
  });

  it('may be missing', () => {
    expect(read(undefined)).toMatchObject({ facts: { state: 'absent' }, findings: [] });
  });
});
