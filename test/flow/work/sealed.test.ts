import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkReport } from '#model/check-report.ts';
import { findRecorded } from '#check/recorded-baselines.ts';
import { keepBaselinesApart } from '#worker/own-baselines.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { wordAgent } from '../fix/words.ts';
import { launched, run, workspace } from './ground.ts';
import { plantPullRequest } from './words.ts';

/** An engine that set-up installs: it finds the word BAD in each file that it is given. */
const installedFinder = {
  from: 'command',
  paths: ['src'],
  options: {
    command: ['sh', 'node_modules/words/find.sh'],
    report: {
      from: 'stdout',
      pattern: '^(?<path>[^:]+):(?<line>\\d+):.*?(?<message>(?<rule>BAD).*)$',
    },
  },
};
const find = 'grep -rn BAD "$@"; test $? -eq 1\n';
const installing = 'mkdir -p node_modules/words && cp tools/find.sh node_modules/words/find.sh';
const plainRun = 'sh node_modules/words/find.sh "$@"\n';
const ofBase = {
  '.gitignore': 'node_modules\n',
  'src/old.txt': 'BAD but old\n',
  'tools/find.sh': find,
  'tools/run.sh': plainRun,
};
const wrong = { 'src/a.txt': 'one\nBAD two\n' };

function settings(script: string, engine: object = installedFinder) {
  return { engines: { words: engine }, setup: [{ run: ['sh', '-c', script] }] };
}

interface Told {
  readonly script: string;
  readonly files: Readonly<Record<string, string>>;
  readonly engine?: object;
}

async function checked({ script, files, engine }: Told) {
  const config = settings(script, engine);
  const worker = await launched(await plantPullRequest({ before: ofBase, files, config }), {
    work: 'check',
  });
  const { code, stderr } = await worker.start().ended;
  const report = checkReport.parse(
    JSON.parse((await worker.artifact('check-report.json')) ?? '{}'),
  );
  const [words] = report.engines;
  return {
    worker,
    code,
    stderr,
    exit: report.exit,
    error: words?.outcome.error,
    found: words?.findings.map(({ filePath, status }) => `${filePath} ${status}`).toSorted(),
  };
}

describe('a head is judged as it was committed', () => {
  it('though its set-up rewrites tracked files; that is told', async () => {
    const script = `${installing}; echo good >src/a.txt; rm src/old.txt; echo x >src/new.txt`;
    const { found, stderr, worker } = await checked({ script, files: wrong });
    expect(found).toEqual(['src/a.txt new', 'src/old.txt tolerated']);
    const sentence = 'changed tracked files: src/a.txt, src/old.txt. They are judged as they were';
    expect(stderr).toContain(sentence);
    expect(await worker.artifact('setup.log')).toContain(sentence);
  });

  it('in a copy, where there is no repository that the judged code could write to', async () => {
    const files = { ...wrong, 'tools/run.sh': `test -e .git && exit 0\n${plainRun}` };
    const options = { ...installedFinder.options, command: ['sh', 'tools/run.sh'] };
    const engine = { ...installedFinder, options };
    const { found } = await checked({ script: installing, files, engine });
    expect(found).toEqual(['src/a.txt new', 'src/old.txt tolerated']);
  });

  it('whatever its set-up left in its home', async () => {
    const marks = await tempFolder();
    const script = `${installing}; mkdir -p ~/.local/bin; echo exit 0 >~/.local/bin/grep; chmod +x ~/.local/bin/grep; echo ~ >${marks}/home`;
    const { found } = await checked({ script, files: wrong });
    expect(found).toEqual(['src/a.txt new', 'src/old.txt tolerated']);
    const home = readFileSync(join(marks, 'home'), 'utf8').trim();
    expect(home).not.toBe(process.env['HOME']);
    expect(existsSync(home)).toBe(false);
  });

  it('and what it installs for itself says nothing of its base', async () => {
    const blind = { 'tools/find.sh': 'exit 0\n' };
    const { found, worker } = await checked({ script: installing, files: { ...wrong, ...blind } });
    expect(found).toEqual([]);
    const { repoPath = '', workspaceId } = (await worker.runs.loadRun(run)) ?? {};
    const { baseSha: commit } = worker.brief;
    const runs = keepBaselinesApart(worker.runs, workspaceId ?? workspace);
    const recorded = await findRecorded({ ...worker, runs }, repoPath, { commit });
    expect(recorded.get('words')?.entries).toHaveLength(1);
  });
});

/** Changes what is installed, as who may write there. */
const tamper =
  'const { chmodSync, realpathSync, writeFileSync } = require("node:fs"); const path = realpathSync("node_modules/words/find.sh"); chmodSync(path, 0o755); writeFileSync(path, "exit 0\\n");';

describe('what set-up installed is held against its seal', () => {
  it('nothing counts that was judged with what the judged code has changed', async () => {
    const command = ['sh', 'tools/run.sh'];
    const engine = { ...installedFinder, options: { ...installedFinder.options, command } };
    const files = { ...wrong, 'tools/run.sh': `node -e '${tamper}'\n${plainRun}` };
    const { exit, error, found } = await checked({ script: installing, files, engine });
    expect(error).toMatchObject({
      reason: 'ENVIRONMENT_CHANGED',
      message: expect.stringContaining('node_modules/words/find.sh (changed)'),
    });
    expect({ exit, found }).toEqual({ exit: 3, found: [] });
  });

  it('an attempt that changes it is refused by name, and the next one has a new one', async () => {
    const marks = await tempFolder();
    const first = `if (!require("node:fs").existsSync("${marks}/done")) { require("node:fs").writeFileSync("${marks}/done", ""); ${tamper} }`;
    const [node = '', repairer = '', ...args] = wordAgent();
    const agent = [node, '-e', `${first} import(${JSON.stringify(repairer)});`, '--', ...args];
    const config = {
      ...settings(installing),
      retry: { maxAttempts: 2, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
    };
    const planted = await plantPullRequest({ before: ofBase, files: wrong, config, agent });
    const worker = await launched(planted, { work: 'ci' });
    expect(await worker.start().ended).toMatchObject({ code: 0 });
    const attempts = await worker.runs.listAttempts(run);
    expect(attempts.map(({ status, verdict }) => [status, verdict])).toEqual([
      [
        'failed',
        {
          kind: 'rejected',
          reasons: [
            {
              code: 'ENVIRONMENT_CHANGED',
              sentence: expect.stringContaining('node_modules/words/find.sh (changed)'),
            },
          ],
        },
      ],
      ['succeeded', { kind: 'accepted' }],
    ]);
    expect((await worker.result()).files).toEqual({ 'src/a.txt': 'one\ngood two\n' });
    expect(await worker.artifact('setup-2.log')).toContain('cp tools/find.sh');
  });
});
