import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { pinnedNode, startProgram } from '../start-program.ts';
import { runCli } from './run-cli.ts';
import { aLine, checkJson, env, shEngine, yaml } from './sh-engines.ts';

const launcher = [pinnedNode, resolve('lib/cli/launch.mjs')];

function repository(engines: object, more: object = {}): Promise<string> {
  return plantFiles({ 'ratchetr.yaml': yaml({ engines, ...more }), 'src/a.txt': 'a\n' });
}

/** A tool that has a child and never ends by itself. */
const slow = shEngine('sleep 300 & echo "$! $$" > pids.tmp; mv pids.tmp pids; wait');

async function fileSaying(path: string): Promise<string> {
  while (!existsSync(path)) await pause(20);
  return readFile(path, 'utf8');
}

async function expectGone(pids: string): Promise<void> {
  const alive = pids.trim().split(' ').filter(isAlive);
  await expect.poll(() => alive.filter(isAlive)).toEqual([]);
}

/** What has ended and was not taken note of yet by the first process of the machine is dead all the same. */
function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z ');
}

describe('the end of a check', () => {
  const bad = shEngine(aLine('bad'));
  const broken = shEngine('exit 127');

  it.each([
    [0, { a: shEngine('true') }, false, false],
    [1, { a: shEngine('true'), bad }, false, true],
    [2, { a: { ...shEngine('true'), paths: [] }, bad }, false, true],
    [3, { a: shEngine('true'), bad, broken }, true, true],
    [3, { odd: shEngine('exit 77') }, true, false],
  ])('%i for %j', async (exit, engines, failures, diagnostics) => {
    const { code, report } = await checkJson(await repository(engines));
    expect(code).toBe(exit);
    expect(report).toMatchObject({
      exit,
      has_failures: failures,
      has_diagnostics: diagnostics,
    });
  });

  it('is 130 after an interruption, and nothing of the tool is left', async () => {
    const cwd = await repository({ bad, slow });
    const argv = [...launcher, 'check', '--format', 'json'];
    const program = startProgram(argv, { cwd });
    await program.saying('bad: 1 finding');
    const pids = await fileSaying(join(cwd, 'pids'));
    program.signal('SIGINT');
    const { code, stdout, stderr } = await program.ended;
    expect(code).toBe(130);
    await expectGone(pids);
    expect(stderr).toContain('Stopping. Interrupt again to stop at once.\n');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ exit: 130, has_failures: true });
    expect(report.engines).toMatchObject([
      { outcome: { plan: { engine: 'bad' }, findings: 1, error: null } },
      { outcome: { plan: { engine: 'slow' }, category: 'tool_failure' }, findings: [] },
    ]);
  });

  it('is 130 with a whole report in the file, or with the one that was there', async () => {
    const cwd = await repository({ slow });
    const argv = [...launcher, 'check', '--format', 'json', '--output', 'report.json'];
    const program = startProgram(argv, { cwd });
    const pids = await fileSaying(join(cwd, 'pids'));
    program.signal('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 130, stdout: '' });
    await expectGone(pids);
    const text = await readFile(join(cwd, 'report.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ exit: 130 });
    expect((await readdir(cwd)).toSorted()).toEqual([
      'pids',
      'ratchetr.yaml',
      'report.json',
      'src',
    ]);
  });

  it('does not wait for an engine beyond its time, and goes on with the others', async () => {
    const cwd = await repository({ bad, slow }, { timeouts: { engine: '700ms' } });
    const { code, report } = await checkJson(cwd);
    expect(code).toBe(3);
    expect(report.engines).toMatchObject([
      { outcome: { error: null }, counts: { new: 1 } },
      { outcome: { error: { reason: 'TIMEOUT' }, completeness: { kind: 'none' } }, findings: [] },
    ]);
    await expectGone(await fileSaying(join(cwd, 'pids')));
  });

  it('is the same for an engine whatever another one does', async () => {
    const others = {
      noisy: shEngine('yes | head -c 20000000; exit 3'),
      killed: shEngine('kill -9 $$'),
      wrong: { from: 'nonsense' },
    };
    const alone = await checkJson(await repository({ bad }));
    const among = await checkJson(await repository({ bad, ...others }));
    const of = ({ report }: typeof alone) =>
      report.engines
        .filter(({ outcome }) => outcome.plan.engine === 'bad')
        .map(({ findings, counts, outcome }) => ({
          counts,
          category: outcome.category,
          findings: findings.map(({ fingerprint, message, line }) => [fingerprint, message, line]),
        }));
    expect(of(among)).toEqual(of(alone));
    expect([alone.code, among.code]).toEqual([1, 2]);
  });
});

const sarif = (script: string) => shEngine(script, { from: 'sarif', report: { file: 'out' } });
const junit = (script: string) => shEngine(script, { from: 'junit', report: { file: 'out' } });
const oneResult = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"m"}}]}]}`;

describe('a report that cannot be trusted', () => {
  it.each([
    ['is not written at all', sarif('true'), 'NO_OUTPUT'],
    ['is empty', sarif(': > out'), 'NO_OUTPUT'],
    ['is cut off', sarif(`echo '${oneResult.slice(0, -20)}' > out`), 'REPORT_INVALID'],
    ['is of another kind', sarif(`echo '{"results":[]}' > out`), 'REPORT_INVALID'],
    ['is JUnit that is cut off', junit(`echo '<testsuites><testsuite>' > out`), 'REPORT_INVALID'],
    ['is JUnit that is not written', junit('true'), 'NO_OUTPUT'],
    ['never ends', shEngine('yes | head -c 300000000'), 'OUTPUT_OVERFLOW'],
  ])('because it %s', async (_, engine, reason) => {
    const { code, report } = await checkJson(await repository({ engine }));
    expect(code).toBe(3);
    expect(report.engines).toMatchObject([{ outcome: { error: { reason } }, findings: [] }]);
  });

  it('is the one of an earlier run, which is removed before', async () => {
    const cwd = await plantFiles({
      'ratchetr.yaml': yaml({ engines: { stale: sarif('true'), ok: shEngine('true') } }),
      out: oneResult,
    });
    const { code, report } = await checkJson(cwd);
    expect(code).toBe(3);
    expect(report.engines).toMatchObject([
      { outcome: { plan: { engine: 'ok' }, category: 'success' } },
      { outcome: { error: { reason: 'NO_OUTPUT' } }, findings: [] },
    ]);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it('is not the one in another encoding: what can be read of it is read', async () => {
    const script = String.raw`printf 'src/a.txt:1:1: error: caf\351 [r1]\nsrc/a.txt:2: later\n'`;
    const cwd = await repository({ latin: shEngine(script) });
    const { stdout, code } = await runCli(cwd, ['check'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/1:1 +high +caf\uFFFD \[latin r1\]\n.*2 .*later/);
  });
});
