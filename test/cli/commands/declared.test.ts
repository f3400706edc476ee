import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

const sarifText = JSON.stringify({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'x', rules: [{ id: 'R1' }] } },
      results: [
        {
          ruleId: 'R1',
          level: 'error',
          message: { text: 'from sarif' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'src/a.txt' },
                region: { startLine: 2 },
              },
            },
          ],
        },
      ],
    },
  ],
});
const junitText =
  '<testsuites><testsuite name="s"><testcase classname="c" name="t"><failure message="from junit"/></testcase>' +
  '<testcase classname="c" name="ok"/></testsuite></testsuites>';

/** What docs say of each kind of engine, with scripts as tools. */
const declared = `engines:
  from-sarif:
    from: sarif
    options: { command: [cat], paths: none, report: { file: report.sarif } }
  by-lines:
    from: command
    paths: [src]
    options:
      command: [grep, -rnE, '(FIXME|XXX)', --]
      report:
        from: stdout
        pattern: '^(?<path>[^:]+):(?<line>\\d+):.*?(?<message>(?<rule>FIXME|XXX).*)$'
      exitCodes: { toolFailure: [2] }
      ignoreExit: [1]
  by-exit:
    from: command
    options: { command: [test, -e, no-such-file], paths: none }
  switched-off:
    from: command
    enabled: false
    options: { command: [sh, -c, 'exit 2'] }
`;

function findings({ engines }: CheckReport) {
  return engines.map(({ outcome, findings: found }) => [
    outcome.plan.engine,
    ...found.map(({ filePath, line, symbol, message }) => ({ filePath, line, symbol, message })),
  ]);
}

describe('engines that ratchetr.yaml alone declares', () => {
  it('are planned, run and judged like those that are built in', async () => {
    const cwd = await plantFiles({
      'ratchetr.yaml': declared.replace('[cat]', `[sh, -c, 'cp kept report.sarif']`),
      kept: sarifText,
      'src/a.txt': 'one\ntwo # FIXME later\n',
    });
    const { code, report } = await checkJson(cwd);
    expect(findings(report)).toMatchObject([
      ['by-exit', { message: expect.stringContaining('test -e no-such-file') }],
      ['by-lines', { filePath: 'src/a.txt', line: 2, symbol: 'FIXME', message: 'FIXME later' }],
      ['from-sarif', { filePath: 'src/a.txt', line: 2, symbol: 'R1', message: 'from sarif' }],
    ]);
    expect(code).toBe(1);
    expect(report.absent).toContainEqual({
      engine: 'switched-off',
      because: expect.stringContaining('switched off'),
    });
  });

  it('may write JUnit', async () => {
    const engine = shEngine('cp kept out.xml; exit 1', {
      from: 'junit',
      report: { file: 'out.xml' },
    });
    const files = { 'ratchetr.yaml': yaml({ engines: { engine } }), kept: junitText };
    const { code, report } = await checkJson(await plantFiles(files));
    expect(code).toBe(1);
    expect(report.engines[0]?.findings).toMatchObject([
      { kind: 'test_failure', message: expect.stringContaining('from junit') },
    ]);
  });

  it('may be a second instance of a built-in one, with arguments of its own', async () => {
    const cwd = await plantFiles({
      'ratchetr.yaml': yaml({
        engines: {
          imports: { from: 'ruff', args: ['--select=I'] },
          unused: { from: 'ruff', args: ['--select=F401'] },
          'slow-tests': { from: 'pytest', args: ['-k', 'slow'], paths: ['tests'] },
        },
      }),
      'a.py': 'import sys\nimport os\n\nprint(sys)\n',
      'tests/test_it.py': 'def test_fast():\n    assert 0\n\n\ndef test_slow():\n    assert 0\n',
    });
    await linkEnvironment(cwd);
    const asked = ['imports', 'unused', 'slow-tests'].flatMap((id) => ['--engine', id]);
    const { code, report } = await checkJson(cwd, asked);
    expect(findings(report)).toMatchObject([
      ['imports', { filePath: 'a.py', symbol: 'I001' }],
      ['slow-tests', { filePath: 'tests/test_it.py' }],
      ['unused', { filePath: 'a.py', symbol: 'F401', line: 2 }],
    ]);
    expect(report.engines[1]?.findings.map(({ testId }) => testId)).toEqual([
      'tests/test_it.py::test_slow',
    ]);
    expect(code).toBe(1);
  });

  it('have a baseline that grows and shrinks like any other', async () => {
    const repository = await gitRepository({
      'ratchetr.yaml': declared,
      'src/a.txt': 'one # FIXME this\ntwo # XXX that\n',
    });
    const { root } = repository;
    const only = ['--engine', 'by-lines'];
    const verdicts = async () => {
      const { code, report } = await checkJson(root, only);
      return [code, ...(report.engines[0]?.findings.map(({ status }) => status) ?? [])];
    };
    expect(await verdicts()).toEqual([1, 'new', 'new']);
    const made = await runCli(root, ['baseline', ...only], env);
    expect(made).toMatchObject({
      code: 0,
      stdout: 'by-lines: created, 2 findings are tolerated\n',
    });
    repository.commit('baseline');
    expect(await verdicts()).toEqual([0, 'tolerated', 'tolerated']);
    await repository.write({ 'src/a.txt': '\none # FIXME this\nthree # FIXME more\n' });
    expect(await verdicts()).toEqual([1, 'tolerated', 'new']);
    const accepted = await runCli(root, ['accept', '--reason', 'later', ...only], env);
    expect(accepted.stdout).toBe('by-lines: 1 accepted\n    src/a.txt:3: FIXME more\n');
    const shrunk = await runCli(root, ['baseline', ...only], env);
    expect(shrunk.stdout).toBe('by-lines: 1 removed, 0 carried along, 2 left\n');
    const text = await readFile(join(root, '.ratchetr/baseline/by-lines.tsv'), 'utf8');
    expect(text).toMatch(/FIXME/);
    expect(await verdicts()).toEqual([0, 'tolerated', 'tolerated']);
  });

  it.each([
    [
      { x: { options: { command: ['true'] } } },
      'engines.x is no built-in engine, so engines.x.from',
    ],
    [{ x: { from: 'rough' } }, 'engines.x.from is "rough", which is no built-in engine; write one'],
    [{ x: { from: 'command' } }, 'engines.x.options.command is missing; write a command as a list'],
    [
      { x: shEngine('', { pats: 1 }) },
      'engines.x.options.pats is not known; remove it; command takes',
    ],
    [
      { ruff: { from: 'eslint' } },
      'engines.ruff.from is "eslint", but ruff is an engine of its own',
    ],
    [
      { x: { from: 'ruff', options: { a: 1 } } },
      'engines.x.options is set, but ruff takes no options',
    ],
  ])(
    'have problems with a place and a correction, and leave the others alone: %j',
    async (wrong, told) => {
      const engines = { ...wrong, fine: shEngine('true') };
      const { code, report } = await checkJson(
        await plantFiles({ 'ratchetr.yaml': yaml({ engines }) }),
      );
      expect(code).toBe(2);
      expect(report.problems.map(({ message }) => message)).toEqual([
        expect.stringContaining(told),
      ]);
      expect(findings(report)).toEqual([['fine']]);
    },
  );
});
