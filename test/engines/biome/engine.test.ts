import { describe, expect, it } from 'vitest';
import { biome } from '#engines/biome/engine.ts';
import {
  checkoutOf,
  judgedAs,
  judgementOf,
  planOf,
  recorded,
  type RecordedRun,
} from '../recorded.ts';

const experimental = 'The `json` and `json-pretty` reporters are experimental\n';
const clean = recorded('biome/clean.json');

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stderr: experimental, report: clean, is: 'success, 0' },
  'warnings alone': { exit: 0, report: recorded('biome/warnings.json'), is: 'diagnostic, 1' },
  errors: { exit: 1, report: recorded('biome/findings.json'), is: 'diagnostic, 3' },
  'a syntax error': { exit: 1, report: recorded('biome/syntax-error.json'), is: 'diagnostic, 4' },
  'no files': {
    exit: 1,
    report: recorded('biome/no-files.json'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'no files, which is no error': {
    exit: 0,
    report: recorded('biome/no-files.json'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing': {
    exit: 1,
    report: recorded('biome/missing-path.json'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a path that is missing beside a clean one': {
    exit: 1,
    report: recorded('biome/missing-path-and-clean.json'),
    is: 'success, partial, 0',
  },
  'a path that is missing beside findings': {
    exit: 1,
    report: recorded('biome/missing-path-and-findings.json'),
    is: 'diagnostic, partial, 3',
  },
  'a file that is too large': {
    exit: 0,
    report: recorded('biome/too-large.json'),
    is: 'success, partial, 0',
  },
  'exit 1 and nothing told': { exit: 1, report: clean, is: 'success, partial, 0' },
  'more findings than it shows': {
    exit: 1,
    report: recorded('biome/findings.json').replace(/("diagnosticsNotPrinted":)0/, '$120'),
    is: 'diagnostic, partial, 3',
  },
  'a broken configuration': {
    exit: 1,
    stderr: '/repo/biome.json:2:1 parse\n\n  × expected `}` but instead the file ends\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    exit: 1,
    stderr: "  × Biome couldn't find a configuration in the directory /repo/nope.json.\n",
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    exit: 1,
    stderr: 'Error: no such flag: `--nope`, did you mean `--only`?\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a report that could not be written': {
    exit: 0,
    stderr: 'internalError/io\n\n  × Errors occurred while executing I/O operations.\n',
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a report that was cut off': {
    exit: 1,
    report: recorded('biome/findings.json').slice(0, 500),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
  'a fix that leaves something': {
    exit: 1,
    action: 'fix',
    report: recorded('biome/fix-leftovers.json'),
    is: 'diagnostic, 2',
  },
  'a fix that leaves nothing': { exit: 0, action: 'fix', report: clean, is: 'success, 0' },
};

describe('an end of biome', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(biome, run)).toBe(is);
  });

  it.each(['missing-path-and-findings', 'too-large'])('with %s says what it left out', (name) => {
    const report = recorded(`biome/${name}.json`);
    const { warnings } = judgementOf(biome, { exit: 1, report });
    expect(warnings).toContainEqual(
      expect.stringContaining('a file that is missing, unreadable or too large'),
    );
  });
});

describe('the command of biome', () => {
  const common = ['lint', '--reporter=json', '--reporter-file=/scratch/biome.json', '--colors=off'];

  it('lets it find its own configuration and names its report', () => {
    expect(biome.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: [...common, '--', '.'],
      env: {},
      reports: { report: '/scratch/biome.json' },
    });
  });

  it('passes the configuration, the arguments in their order and paths that look like options', () => {
    const plan = planOf({
      config: { path: 'cfg/biome.json', source: 'config' },
      args: ['--error-on-warnings', '--skip=style'],
      scope: ['-x.js', 'src'],
    });
    expect(biome.check.spec({ plan, scratch: '/scratch' }).args).toEqual([
      ...common,
      '--config-path=cfg/biome.json',
      '--error-on-warnings',
      '--skip=style',
      '--',
      '-x.js',
      'src',
    ]);
  });

  it('repairs when it is to repair', () => {
    const spec = biome.fix?.spec({ plan: planOf(), scratch: '/scratch' });
    expect(spec?.args).toEqual([...common, '--write', '--', '.']);
  });

  it.each([
    ['2.4.0', ['--reporter=json', '--max-diagnostics=none'], 'cfg/biome.json', '--write'],
    ['1.8.3', ['--reporter=json', '--max-diagnostics=65535'], 'cfg/biome.json', '--write'],
    ['1.7.3', ['--reporter=json', '--max-diagnostics=65535'], 'cfg/biome.json', '--apply'],
    ['1.6.4', ['--max-diagnostics=65535'], 'cfg', '--apply'],
    ['1.4.1', ['--max-diagnostics=200'], 'cfg', '--apply'],
  ])('of version %s is in its words', (version, report, config, write) => {
    const plan = planOf({ config: { path: 'cfg/biome.json', source: 'config' } });
    expect(biome.fix?.spec({ plan, scratch: '/scratch', version })).toEqual({
      args: ['lint', ...report, '--colors=off', write, `--config-path=${config}`, '--', '.'],
      env: {},
      reports: {},
    });
  });
});

describe('biome belongs to a root', () => {
  const asked = { 'package.json': { devDependencies: { '@biomejs/biome': '2' } } };

  it.each([
    ['its configuration', { 'biome.json': undefined }, '.', 'biome.json configures it'],
    ['one above it', { '.biome.jsonc': undefined }, 'web', '.biome.jsonc configures it'],
    ['a dependency', asked, '.', 'package.json asks for @biomejs/biome'],
  ])('by %s', (_, files, root, because) => {
    expect(biome.detect(checkoutOf(files), root)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    ['nothing', {}],
    ['another dependency', { 'package.json': { dependencies: { biome: '1' } } }],
    ['a configuration further down', { 'web/biome.json': undefined }],
  ])('not by %s', (_, files) => {
    expect(biome.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    expect(biome.versionPattern.exec('Version: 2.6.7\n')?.[1]).toBe('2.6.7');
  });
});
