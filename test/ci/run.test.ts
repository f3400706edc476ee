import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

interface Suite {
  /** The tests of one file: the name of each, and why it failed. */
  readonly tests: Readonly<Record<string, string | undefined>>;
  readonly ends?: number;
}

const green: Readonly<Record<string, Suite>> = {
  test: { tests: { one: undefined, two: undefined } },
  'test:cloud': { tests: { three: undefined } },
  'test:corpus': { tests: { six: undefined } },
  'test:images': { tests: { four: undefined } },
  'test:package': { tests: { five: undefined } },
};

/** Runs the CI run of the repository in a folder where the suites are told beforehand what to report. */
async function runCi(suites: Readonly<Record<string, Suite>>) {
  const folder = await tempFolder();
  await mkdir(join(folder, '.ci'));
  await mkdir(join(folder, '.cache'));
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await copyFile('.ci/run', join(folder, '.ci/run'));
  await symlink(process.execPath, join(folder, 'node_modules/.bin/node'));
  const scripts = Object.entries(suites).map(async ([script, { tests, ends = 0 }]) => {
    const name = script.replace('test:', '');
    const report = reportOf(join(folder, 'test', `${name}.test.ts`), tests);
    await writeFile(join(folder, `${name}.json`), JSON.stringify(report));
    return `${script}) cp ${name}.json .cache/${name}-report.json; exit ${String(ends)} ;;`;
  });
  const npm = `#!/bin/sh\ncase "$2" in\n${(await Promise.all(scripts)).join('\n')}\nesac\n`;
  await writeFile(join(folder, 'npm'), npm, { mode: 0o755 });
  // As who is not root, so that it installs no package of the system.
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const script = `id() { echo 1000; }; export -f id; exec bash .ci/run`;
  return new Promise<{ readonly code: number; readonly last: readonly string[] }>((done) => {
    execFile('bash', ['-c', script], { cwd: folder, env }, (error, stdout) => {
      const code = error === null ? 0 : Number(error.code);
      done({ code, last: stdout.trim().split('\n').slice(-4) });
    });
  });
}

function reportOf(name: string, tests: Suite['tests']) {
  const results = Object.entries(tests).map(([fullName, why]) => ({
    fullName,
    status: why === undefined ? 'passed' : 'failed',
    failureMessages: why === undefined ? [] : [why],
  }));
  const failed = results.filter(({ status }) => status === 'failed').length;
  return {
    numPassedTests: results.length - failed,
    numFailedTests: failed,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ name, status: failed > 0 ? 'failed' : 'passed', assertionResults: results }],
  };
}

describe('the CI run', () => {
  it('passes where every suite does, and counts their tests', async () => {
    const { code, last } = await runCi(green);
    expect(code).toBe(0);
    expect(last.at(-1)).toBe('6 passed, 0 failed');
  });

  it('ends with the name and the first line of what failed', async () => {
    const failing = { tests: { three: 'Error: no answer\n    at there' }, ends: 1 };
    const { code, last } = await runCi({ ...green, 'test:cloud': failing });
    expect(code).toBe(1);
    expect(last.slice(-3)).toEqual([
      'Failed:',
      '  test/cloud.test.ts > three: Error: no answer',
      '5 passed, 1 failed',
    ]);
  });

  it('counts a suite that fails with no failed test', async () => {
    const { code, last } = await runCi({ ...green, test: { tests: { one: undefined }, ends: 3 } });
    expect(code).toBe(1);
    expect(last.slice(-2)).toEqual([
      '  test ended with 3, though no test failed',
      '5 passed, 1 failed',
    ]);
  });

  it('counts checks of the code that fail, though they are no tests', async () => {
    const { code, last } = await runCi({ ...green, check: { tests: {}, ends: 2 } });
    expect(code).toBe(1);
    expect(last.slice(-2)).toEqual(['  npm run check', '6 passed, 1 failed']);
  });

  it('counts a suite that writes no report', async () => {
    const { 'test:images': left, ...others } = green;
    const { code, last } = await runCi(others);
    expect(left).toBeDefined();
    expect(code).toBe(1);
    expect(last.slice(-2)).toEqual(['  test:images wrote no report', '5 passed, 1 failed']);
  });
});
