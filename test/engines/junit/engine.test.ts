import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { junit } from '#engines/junit/engine.ts';
import { declare, declared, runDeclared, told } from '../given.ts';
import { checkoutOf, planOf } from '../recorded.ts';

const failing = '<testsuite><testcase name="t"><failure message="m"/></testcase></testsuite>';
const passing = '<testsuite><testcase name="t"/></testsuite>';
const nothing = '<testsuite/>';

type Options = EnginePlan['options'];

const report = { file: 'out/report.xml' };
const writing = (text: string, exit: number): Options => ({
  report,
  command: ['sh', '-c', `printf '%s' "$1" > out/report.xml; exit ${exit}`, 'test', text],
});
const shell = (script: string): Options => ({ report, command: ['sh', '-c', script] });

describe('a command that writes a JUnit report', () => {
  it.each<[string, Options, string]>([
    ['tests that pass', writing(passing, 0), 'success, 0'],
    ['tests that fail', writing(failing, 1), 'diagnostic, 1'],
    ['tests that fail, with a code of its own', writing(failing, 7), 'diagnostic, 1'],
    ['tests that fail, told to exit 0', writing(failing, 0), 'diagnostic, 1'],
    [
      'tests that pass, and another failure',
      writing(passing, 1),
      'unknown, none, CONTRADICTION, 0',
    ],
    [
      'tests that pass, with a code that is well',
      { ...writing(passing, 3), exitCodes: { success: [3] } },
      'success, 0',
    ],
    ['no tests', writing(nothing, 0), 'unknown, none, EMPTY_SCOPE, 0'],
    [
      'a report that breaks off',
      writing('<testsuite>', 1),
      'tool_failure, none, REPORT_INVALID, 0',
    ],
    ['a report of nothing', writing('', 0), 'tool_failure, none, NO_OUTPUT, 0'],
    [
      'no report, with an old one in its place',
      shell('exit 0'),
      'tool_failure, none, NO_OUTPUT, 0',
    ],
    [
      'a signal after its report',
      shell(`echo '${failing}' > ${report.file}; kill -9 $$`),
      'tool_failure, none, CRASHED, 1',
    ],
    [
      'a program that is missing',
      { report, command: ['no-such-program'] },
      'tool_failure, none, TOOL_NOT_FOUND, 0',
    ],
    [
      'a report that is a folder',
      { report: { file: 'out' }, command: ['true'] },
      'tool_failure, none, CRASHED, 0',
    ],
    [
      'a report that it prints',
      { report: { from: 'stdout' }, command: ['echo', failing] },
      'diagnostic, 1',
    ],
    [
      'a report whose name begins with a dash',
      { report: { file: '-f' }, command: ['sh', '-c', `echo '${passing}' > ./-f`] },
      'success, 0',
    ],
  ])('%s', async (_, options, is) => {
    const files = { 'out/report.xml': failing };
    expect(told(await runDeclared({ from: 'junit', options }, { files }))).toBe(is);
  });
});

describe('the engine junit', () => {
  it('takes no paths, and judges everything', () => {
    const { changed, check, nested, scope } = declared({ junit: { options: shell('x') } }, 'junit');
    const plan = planOf({ scope: ['src'] });
    expect(check.spec({ plan, scratch: '/scratch' }).args.at(-1)).toBe('x');
    expect({ changed, nested, scope }).toEqual({
      changed: 'everything',
      nested: 'itself',
      scope: 'whole-program',
    });
  });

  it('may take paths of tests', () => {
    const options = { ...shell('x'), paths: 'append' };
    expect(declared({ junit: { options } }, 'junit').scope).toBe('tests');
  });

  it.each<[Options, string]>([
    [{ command: [], report }, 'command is wrong; write a command that begins with a program.'],
    [{ command: [''], report }, 'command is wrong; write a command that begins with a program.'],
    [
      { command: 'npm test', report },
      'command is wrong; write a command as a list of words, such as ["npm", "test"].',
    ],
    [{ command: ['true'] }, 'report is missing; write a map of from or file.'],
    [
      { command: ['true'], report: {} },
      'report is wrong; write either from: stdout or merged, or file: and a path.',
    ],
    ...['/etc/x', 'a/../../x', 'out/', '', '.'].map((file): [Options, string] => [
      { command: ['true'], report: { file } },
      'report.file is wrong; write the path of a file inside the working folder, such as out/report.xml.',
    ]),
  ])('refuses the options %j', (options, problem) => {
    const { problems } = declare({ junit: { options } });
    expect(problems).toEqual([
      {
        engine: 'junit',
        code: 'INVALID_OPTIONS',
        message: `engines.junit.options.${problem}`,
      },
    ]);
  });

  it('is nothing that a repository shows by itself', () => {
    expect(junit.detect(checkoutOf({ 'junit.xml': undefined }), '.').kind).toBe('absent');
  });
});
