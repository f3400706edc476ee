import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkResult } from '#report/github/check-result.ts';
import { checkReport } from '#model/check-report.ts';
import { finder } from '../fix/words.ts';
import { launched, run } from './ground.ts';
import { plantPullRequest } from './words.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** An engine that cannot start in this repository, and one that cannot once a file of it is there. */
const engines = {
  words: finder('BAD'),
  absent: tool('exec sh node_modules/absent.sh'),
  brittle: tool('test ! -e src/broken.txt || exit 127'),
};
const config = { engines };

function tool(script: string, more: object = {}): object {
  const report = { from: 'stdout' };
  return { from: 'command', options: { command: ['sh', '-c', script], report, ...more } };
}

const page = { 'README.md': 'A page.\n' };

async function checked(ground: Awaited<ReturnType<typeof launched>>) {
  expect(await ground.start().ended).toMatchObject({ code: 0 });
  return checkReport.parse(JSON.parse((await ground.artifact('check-report.json')) ?? ''));
}

const ofCheck = async (files: Readonly<Record<string, string>>) =>
  checked(await launched(await plantPullRequest({ files, config }), { work: 'check' }));

describe('the check of a pull request', () => {
  it('is not red for an engine that fails at the merge base, too, and says so', async () => {
    const report = await ofCheck(page);
    expect(report.exit).toBe(0);
    const absent = report.engines.find(({ outcome }) => outcome.plan.engine === 'absent');
    expect(absent?.sameAtBase).toContain('absent fails at the merge base too');
  });

  it('is not red for what the settings of the merge base say of an engine, and says so', async () => {
    const wrong = { ...tool('true'), options: { command: [] } };
    const files = { ...page, 'ratchetr.yaml': 'version: 1' };
    const planted = await plantPullRequest({ files, config: { engines: { ...engines, wrong } } });
    const report = await checked(await launched(planted, { work: 'check' }));
    expect(report).toMatchObject({ exit: 0, problems: [{ engine: 'wrong', sameAtBase: true }] });
  });

  it('is red where the pull request breaks an engine', async () => {
    expect((await ofCheck({ ...page, 'src/broken.txt': '' })).exit).toBe(3);
  });

  it('holds its own installation against that of the merge base', async () => {
    // The base is judged by what it installs itself, so what fails there is its own.
    const report = await ofCheck({ 'package.json': '{}' });
    expect(report.exit).toBe(0);
    const absent = report.engines.find(({ outcome }) => outcome.plan.engine === 'absent');
    expect(absent?.sameAtBase).toContain('absent fails at the merge base too');
  });
});

describe('a type checker that never worked', () => {
  it('makes nothing of a change of the README red, and the check says so in one line', async () => {
    const only = { engines: { types: engines.absent } };
    const ground = await launched(await plantPullRequest({ files: page, config: only }), {
      work: 'check',
    });
    const report = await checked(ground);
    const told = report.engines.flatMap(({ sameAtBase }) => sameAtBase ?? []);
    // Neutral: nothing is known of the code, and nothing is red.
    expect(report).toMatchObject({ exit: 4, nothing_judged: true });
    expect(checkResult(report)).toMatchObject({
      conclusion: 'neutral',
      title: 'Nothing was judged: types fails at the merge base too',
      annotations: [],
    });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^types fails at the merge base too, so it judges nothing here: .*$/);
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'succeeded',
      summary: { exit: 4, findings: { new: 0, tolerated: 0 } },
    });
  });
});

describe('tests that come and go', () => {
  it('at the merge base turn nothing red, and are named', async () => {
    const counter = join(await tempFolder(), 'runs');
    const script = [
      `n=$(cat ${counter} 2>/dev/null || echo 0)`,
      `echo $((n + 1)) > ${counter}`,
      'echo "src/kept.txt:1: always"',
      '[ "$n" = 0 ] || echo "src/kept.txt:1: sometimes [flaky]"',
    ];
    const flaky = tool(script.join('; '), { scope: 'tests', report: { from: 'stdout', pattern } });
    const planted = await plantPullRequest({ files: page, config: { engines: { flaky } } });
    const report = await checked(await launched(planted, { work: 'check' }));
    expect(report.exit).toBe(0);
    const [one] = report.engines;
    expect(one?.counts).toMatchObject({ new: 0, tolerated: 2 });
    expect(one?.baseline.because).toMatch(
      /Two runs on it differ, so this turns nothing red: src\/kept.txt/,
    );
  });
});

const pattern = String.raw`^(?<path>[^:]+):(?<line>\d+): (?<message>.+?)(?: \[(?<rule>[^\]]+)\])?$`;

describe('the session for a pull request', () => {
  it('succeeds though an engine fails, as at the merge base, and tells of it', async () => {
    const files = { 'src/a.txt': 'one\nBAD two\n' };
    const ground = await launched(await plantPullRequest({ files, config }), { work: 'ci' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({
      status: 'succeeded',
      summary: {
        outcome: 'green',
        sentence: 'The only finding is repaired.',
        engineErrors: [
          { engine: 'absent', message: expect.stringContaining('fails at the merge base too') },
        ],
      },
    });
    expect((await ground.result()).files).toMatchObject({ 'src/a.txt': 'one\ngood two\n' });
  });

  it('does not succeed where an engine fails that worked at the merge base', async () => {
    const files = { 'src/a.txt': 'one\nBAD two\n', 'src/broken.txt': '' };
    const ground = await launched(await plantPullRequest({ files, config }), { work: 'ci' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.runs.loadRun(run)).toMatchObject({ summary: { outcome: 'better' } });
  });
});
