import { describe, expect, it } from 'vitest';
import { readCheckstyle } from '#check/rules/outcome/checkstyle.ts';
import { recorded } from '../recorded.ts';

const text = recorded('checkstyle/shellcheck.xml');

describe('a report in the format of Checkstyle', () => {
  it('has the diagnostics of each file', () => {
    const reading = readCheckstyle(text);
    expect(reading.kind === 'read' && [reading.diagnostics[1], reading.diagnostics[4]]).toEqual([
      {
        severity: 'low',
        rule: 'ShellCheck.SC2086',
        message: 'Double quote to prevent globbing and word splitting.',
        path: 'a.sh',
        line: 2,
        column: 6,
      },
      {
        severity: 'high',
        rule: 'ShellCheck.SC1073',
        message: "Couldn't parse this if expression. Fix to allow more checks.",
        path: 'c.sh',
        line: 1,
        column: 1,
      },
    ]);
  });

  it('of a tool that broke down on a file is that of a failed run', () => {
    const crashed =
      '<checkstyle><file name="A.java"><exception>at a.b(c)</exception></file></checkstyle>';
    const failure = { reason: 'CRASHED', message: 'it could not judge A.java' };
    expect(readCheckstyle(crashed)).toEqual({ kind: 'read', diagnostics: [], failure });
  });

  it.each([
    [undefined, 'absent'],
    [' ', 'empty'],
    ['usage: tool', 'unparseable'],
    [text.slice(0, 400), 'truncated'],
    ['<testsuites/>', 'invalid'],
  ])('%j is %s', (given, state) => {
    expect(readCheckstyle(given)).toEqual({ kind: 'broken', state });
  });

  it('may leave out nearly everything', () => {
    expect(readCheckstyle('<checkstyle><error/></checkstyle>')).toEqual({
      kind: 'read',
      diagnostics: [
        {
          severity: 'medium',
          rule: null,
          message: 'The tool gives no message.',
          path: null,
          line: null,
          column: null,
        },
      ],
    });
  });
});
