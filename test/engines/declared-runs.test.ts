import { describe, expect, it } from 'vitest';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import { runDeclared, told } from './given.ts';
import { recorded } from './recorded.ts';

type Options = NonNullable<EngineSettings['options']>;

const sh = (script: string): string[] => ['sh', '-c', script, 'sh'];
const text = { from: 'stdout' };

async function ending(from: string, options: Options, files = {}): Promise<string> {
  return told(await runDeclared({ from, options }, { files }));
}

describe('a declared engine from sarif', () => {
  const files = {
    'ruff.sarif': recorded('sarif/ruff.sarif'),
    'clean.sarif': recorded('sarif/ruff-clean.sarif'),
    'failed.sarif':
      '{"version":"2.1.0","runs":[{"tool":{"driver":{}},"invocations":[{"executionSuccessful":false}]}]}',
  };
  it.each<[string, Options, string]>([
    ['prints findings', { command: ['cat', 'ruff.sarif'], paths: 'none' }, 'diagnostic, 3'],
    [
      'prints findings and fails',
      { command: sh('cat ruff.sarif; exit 1'), paths: 'none' },
      'diagnostic, 3',
    ],
    ['prints a clean report', { command: ['cat', 'clean.sarif'], paths: 'none' }, 'success, 0'],
    [
      'prints a clean report and fails',
      { command: sh('cat clean.sarif; exit 1') },
      'unknown, none, CONTRADICTION, 0',
    ],
    [
      'prints a clean report and ends with a code that is ignored',
      { command: sh('cat clean.sarif; exit 7'), ignoreExit: [7] },
      'success, 0',
    ],
    [
      'prints findings and a code that tells of a failure',
      { command: sh('cat ruff.sarif; exit 2'), exitCodes: { toolFailure: [2, 3] } },
      'tool_failure, none, CRASHED, 3',
    ],
    [
      'says in its report that it failed',
      { command: ['cat', 'failed.sarif'], paths: 'none' },
      'tool_failure, none, CRASHED, 0',
    ],
    ['prints nothing', { command: ['true'] }, 'tool_failure, none, NO_OUTPUT, 0'],
    ['prints no SARIF', { command: ['echo', 'hi'] }, 'tool_failure, none, JSON_PARSE_FAILED, 0'],
    [
      'writes its report',
      { command: sh('mkdir out; cp ruff.sarif out/r.sarif'), report: { file: 'out/r.sarif' } },
      'diagnostic, 3',
    ],
    [
      'leaves the report of another run',
      { command: ['true'], report: { file: 'ruff.sarif' } },
      'tool_failure, none, NO_OUTPUT, 0',
    ],
    [
      'prints a report but should write it',
      { command: sh('cat ruff.sarif'), report: { file: 'out/r.sarif' } },
      'tool_failure, none, NO_OUTPUT, 0',
    ],
    ['is missing', { command: ['no-such-tool'] }, 'tool_failure, none, TOOL_NOT_FOUND, 0'],
    [
      'is missing and would write its report',
      { command: ['no-such-tool'], report: { file: 'r.sarif' } },
      'tool_failure, none, TOOL_NOT_FOUND, 0',
    ],
    [
      'is no program',
      { command: ['./'], report: { file: 'r.sarif' } },
      'tool_failure, none, LAUNCH_FAILED, 0',
    ],
  ])('%s', async (_, options, is) => {
    expect(await ending('sarif', options, files)).toBe(is);
  });
});

describe('a declared engine from checkstyle', () => {
  const files = {
    'found.xml': recorded('checkstyle/shellcheck.xml'),
    'clean.xml': recorded('checkstyle/clean.xml'),
  };
  it.each<[string, string, string]>([
    ['prints findings', 'cat found.xml; exit 1', 'diagnostic, 6'],
    ['prints none', 'cat clean.xml', 'success, 0'],
    ['prints nothing', 'true', 'tool_failure, none, NO_OUTPUT, 0'],
    ['prints half of it', 'head -c 300 found.xml', 'tool_failure, none, REPORT_INVALID, 0'],
  ])('%s', async (_, script, is) => {
    expect(await ending('checkstyle', { command: sh(script) }, files)).toBe(is);
  });
});

describe('a declared engine from rdjson', () => {
  const files = { 'ruff.json': recorded('rdjson/ruff.json') };
  const one = `echo '{"message":"no","location":{"path":"a"}}'`;
  it.each<[string, string, string]>([
    ['prints a document', 'cat ruff.json; exit 1', 'diagnostic, 4'],
    ['prints lines', `${one}; ${one}; exit 1`, 'diagnostic, 2'],
    ['prints nothing, for it has no line to print', 'true', 'success, 0'],
    ['prints nothing and fails', 'exit 1', 'tool_failure, none, NO_OUTPUT, 0'],
  ])('%s', async (_, script, is) => {
    expect(await ending('rdjson', { command: sh(script) }, files)).toBe(is);
  });
});

describe('a declared engine from command', () => {
  const line = 'echo "a.sh:3:1: error: bad [X1]"';
  it.each<[string, Options, string]>([
    ['prints a finding', { command: sh(line), report: text }, 'diagnostic, 1'],
    ['prints none', { command: ['true'], report: text }, 'success, 0'],
    [
      'fails without a finding',
      { command: ['false'], report: text },
      'unknown, none, CONTRADICTION, 0',
    ],
    [
      'finds nothing on its standard error',
      { command: sh(`(${line}) >&2`), report: text },
      'success, 0',
    ],
    [
      'finds something on its standard error where that is asked for',
      { command: sh(`${line}; (${line}) >&2`), report: { from: 'merged' } },
      'diagnostic, 2',
    ],
    [
      'writes findings outside of the repository',
      { command: [...sh(`${line} > "$1"`), '{report}'], report: { file: '{report}' } },
      'diagnostic, 1',
    ],
    [
      'writes nothing outside of the repository',
      { command: [...sh(line), '{report}'], report: { file: '{report}' } },
      'tool_failure, none, NO_OUTPUT, 0',
    ],
    [
      'writes several files, of which old ones do not count',
      {
        command: sh(`mkdir -p a/x b/x; ${line} | tee a/x/1.txt > b/x/2.txt`),
        report: { file: '**/x/*.txt' },
      },
      'diagnostic, 2',
    ],
    ['writes findings', { command: sh(`${line} > out`), report: { file: 'out' } }, 'diagnostic, 1'],
    [
      'writes no file',
      { command: sh(line), report: { file: 'out' } },
      'tool_failure, none, NO_OUTPUT, 0',
    ],
    ['has no report and is well', { command: ['true'] }, 'success, 0'],
    ['has no report and fails', { command: ['false'] }, 'diagnostic, 1'],
    [
      'has no report and an exit code that is well',
      { command: sh('exit 3'), exitCodes: { success: [3] } },
      'success, 0',
    ],
    [
      'has no report and an exit code that is ignored',
      { command: sh('exit 3'), ignoreExit: [3] },
      'success, 0',
    ],
    [
      'has no report and could not do its work',
      { command: sh('exit 2'), exitCodes: { toolFailure: [2] } },
      'tool_failure, none, CRASHED, 0',
    ],
    ['has no report and is ended', { command: sh('kill -9 $$') }, 'tool_failure, none, CRASHED, 0'],
    [
      'has no report and is missing',
      { command: ['no-such-tool'] },
      'tool_failure, none, TOOL_NOT_FOUND, 0',
    ],
    [
      'is a shell that does not find its tool',
      { command: sh('no-such-tool') },
      'tool_failure, none, TOOL_NOT_FOUND, 0',
    ],
    [
      'has a code of shells for its own',
      { command: sh('exit 127'), exitCodes: { diagnostic: [127] } },
      'diagnostic, 1',
    ],
  ])('%s', async (_, options, is) => {
    expect(await ending('command', options)).toBe(is);
  });

  it('is told by its place and its rule', async () => {
    const { findings } = await runDeclared({
      from: 'command',
      options: { command: sh(line), report: text },
    });
    expect(findings).toMatchObject([
      { path: 'a.sh', line: 3, column: 1, rule: 'X1', severity: 'high', message: 'bad' },
    ]);
  });
});

describe('the words of a declared engine', () => {
  const words = ['a b', '$HOME', '"', "'", '*'];
  const plan = { args: ['--last;'], scope: ['-odd.sh', 'src'] };
  const after = ['--last;', './-odd.sh', 'src'];

  it.each<[string, Options, readonly string[]]>([
    ['are followed by arguments and paths', {}, after],
    ['are followed by no paths', { paths: 'none' }, ['--last;']],
    ['stay what they are in a shell', { report: { file: 'said' } }, after],
  ])('%s', async (_, options, expected) => {
    const toFile = options['report'] !== undefined;
    const tool = `#!/bin/sh\nprintf '%s:1: m\\n' "$@" ${toFile ? '> said' : ''}\n`;
    const { findings } = await runDeclared(
      { from: 'command', options: { command: ['./tool', ...words], report: text, ...options } },
      { plan, files: { tool } },
    );
    expect(findings.map(({ path }) => path)).toEqual([...words, ...expected]);
  });

  it.each<[string, Options, string | null]>([
    ['tells it', { version: { args: ['--version'], pattern: String.raw`v(\S+)` } }, '1.2-x'],
    ['tells it in a shell', { version: { args: ['--version'] }, report: { file: 'out' } }, '1.2'],
    ['is not asked for it', {}, null],
  ])('a tool that has a version %s', async (_, options, version) => {
    const tool = '#!/bin/sh\ntest "$1" = --version && echo v1.2-x || echo v8.8 >> asked\n';
    const { outcome } = await runDeclared(
      { from: 'command', options: { command: ['./tool'], ...reportOf(options), ...options } },
      { files: { tool } },
    );
    expect(outcome.toolVersion).toBe(version);
  });

  it('a tool that is not asked for its version starts once', async () => {
    const tool = '#!/bin/sh\necho >> starts; sleep 0.3; test "$(wc -l < starts)" -eq 1\n';
    const options = { command: ['./tool'], paths: 'none' };
    const run = await runDeclared({ from: 'command', options }, { files: { tool } });
    expect(told(run)).toBe('success, 0');
  });
});

function reportOf({ report = text }: Options): Options {
  return { report };
}
