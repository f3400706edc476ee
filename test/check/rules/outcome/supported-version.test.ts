import { describe, expect, it } from 'vitest';
import { blameOwnArgument, refuseTooOld } from '#check/rules/outcome/supported-version.ts';

const tool = {
  title: 'Judge',
  version: '2.0.0',
  versions: { first: '1.5', tested: ['1.5.2', '2.0.0', '3.1.0'] },
};

describe('a tool', () => {
  it('that is older than the first that works is not started', () => {
    expect(refuseTooOld({ ...tool, version: '1.4.9' })).toEqual({
      kind: 'spawn-failed',
      code: 'TOO_OLD',
      message: 'Judge 1.4.9 is too old: 1.5 is the first version that works here.',
    });
  });

  it.each(['1.5', '9.9.9', null])('of version %s is started', (version) => {
    expect(refuseTooOld({ ...tool, version })).toBeUndefined();
  });

  it('of which nothing is known is started', () => {
    expect(refuseTooOld({ title: 'Judge', version: '0.1' })).toBeUndefined();
  });
});

describe('an argument that is refused', () => {
  const argv = ['judge', '--no-warn-ignored', '--report-file=/tmp/x', '-q', '--theirs', 'src'];
  const blame = (stderr: string, version: string | null = '2.0.0') =>
    blameOwnArgument({
      plan: { args: ['--theirs'] },
      facts: { argv, excerpts: { stderr, stdout: '' } },
      tool: { ...tool, version },
    });

  it.each([
    ["Invalid option '--warn-ignored' - perhaps you meant '--ignore'?", '--no-warn-ignored'],
    ['Error: `--report-file` is not expected in this context', '--report-file'],
    ['CACError: Unknown option `--reportFile`', '--report-file'],
    ["error: unexpected argument '--report-file' found", '--report-file'],
    ['judge: error: unrecognized arguments: --report-file=/tmp/x', '--report-file'],
    ['Unknown option: -q', '-q'],
  ])('is no fault of the user: %s', (said, argument) => {
    const verdict = blame(said);
    expect(verdict?.reason).toBe('LAUNCH_FAILED');
    expect(verdict?.why).toBe(
      `Judge 2.0.0 does not know the argument ${argument}, with which Ratchetr starts it, so it is not supported; install a version from 1.5.2 to 3.1.0.`,
    );
  });

  it('of a tool before those that are tested says that it is too old', () => {
    expect(blame('Unknown option `--report-file`', '1.5.0')?.reason).toBe('TOOL_TOO_OLD');
    expect(blame('Unknown option `--report-file`', null)?.why).toMatch(/^This version of Judge /);
  });

  it.each([
    'unrecognized arguments: --theirs',
    'unrecognized option --report-file-name',
    'the file --report-file could be read',
    'invalid value in src/report.py',
  ])('is not seen in %s', (said) => {
    expect(blame(said)).toBeUndefined();
  });
});
