import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runId, sha } from '../../support/samples.ts';
import { repair, shellAgent } from './agents.ts';
import { badFiles, sessionGround } from './ground.ts';
import { easyFix, lineEngine } from './line-engine.ts';
import { triesOf } from './seen.ts';
import { usualSettings } from './settings.ts';

/** Keeps each prompt under the number of its attempt, and spoils more than it repairs at first. */
const clumsyAtFirst = `
  count=$(ls $MARKS | wc -l)
  cat > $MARKS/$count
  ${repair}
  [ $count -gt 0 ] || echo 'BAD too' > src/more.txt
`;

/** Changes something, and repairs nothing. */
const idle = `echo more >> "$1"`;

describe('an attempt that was rejected', () => {
  it('is made again, and the next one is told why', async () => {
    const agents = [shellAgent(clumsyAtFirst)];
    const ground = await sessionGround({ files: badFiles(1), agents });
    const { tree, summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    expect(Object.keys(await ground.filesOf(tree))).not.toContain('src/more.txt');
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': [
        'command failed NEW_FINDINGS AGENT_LIED',
        'command succeeded',
        'succeeded',
      ],
    });
    const [first] = await ground.store.listAttempts(runId('run-1'));
    const reasons = first?.verdict?.kind === 'rejected' ? first.verdict.reasons : [];
    expect(reasons).toHaveLength(2);
    const [before = '', after = ''] = await Promise.all(
      (await readdir(ground.marks))
        .toSorted()
        .map((name) => readFile(join(ground.marks, name), 'utf8')),
    );
    for (const { sentence } of reasons) {
      expect(before).not.toContain(sentence);
      expect(after).toContain(`Attempt 1: ${sentence}`);
    }
  });

  it('is one that does again what people took back', async () => {
    const ground = await sessionGround({ files: badFiles(2), agents: [shellAgent(repair)] });
    const [path, other] = ['src/f0.txt', 'src/f1.txt'];
    const hunks = [{ removed: ['BAD one'], added: ['good one'] }];
    const place = { commit: sha('c'), path, blob: sha('d'), lines: [], hunks };
    const { tree, summary } = await ground.run({ takenBack: [place] });
    const files = await ground.filesOf(tree);
    expect(files[path]).toEqual((await ground.filesOf(ground.start))[path]);
    expect(files[other]).not.toEqual((await ground.filesOf(ground.start))[other]);
    expect(summary.sentence).toBe('1 of 2 findings repaired: 1 left.');
    const [first] = (await triesOf(ground))[`bad fix ${path}`] ?? [];
    expect(first).toContain('TAKEN_BACK');
  });

  it('is made by the next agent of the order, and by the last one until its end', async () => {
    const agents = [shellAgent(idle, { id: 'one' }), shellAgent(idle, { id: 'two' })];
    const settings = { retryPolicy: { ...retryPolicy, maxAttempts: 4 } };
    const ground = await sessionGround({ files: badFiles(1), agents, settings });
    const { summary } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'unchanged', dropped: [] });
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': [
        'one failed FINDINGS_LEFT AGENT_LIED',
        'two failed FINDINGS_LEFT AGENT_LIED',
        'two failed FINDINGS_LEFT AGENT_LIED',
        'two failed FINDINGS_LEFT AGENT_LIED',
        'abandoned',
      ],
    });
  });

  it('is the last where its agent waits for a person', async () => {
    const agents = [shellAgent(idle, { says: 'blocked' })];
    const ground = await sessionGround({ files: badFiles(1), agents });
    expect((await ground.run()).summary.outcome).toBe('unchanged');
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': ['command failed AGENT_BLOCKED', 'blocked'],
    });
  });
});

const retryPolicy = {
  maxAttempts: 3,
  maxLeaseLosses: 3,
  backoff: { initialMs: 0, factor: 1, maxMs: 0 },
};

describe('once the budget is spent', () => {
  it('no agent is paid any more, and the run says so once', async () => {
    const agents = [shellAgent(repair, { usd: 0.6 })];
    const settings = { maxWorkers: 1, budgetUsd: 1 };
    const ground = await sessionGround({ files: badFiles(4), agents, settings });
    const { summary } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'better', toRepair: { before: 4, after: 2 } });
    const because = 'The budget of $1.00 is used up: agents cost $1.20. Raise it to go on.';
    expect(summary.sentence).toBe(`2 of 4 findings repaired: 2 left. ${because}`);
    const attempts = await ground.store.listAttempts(runId('run-1'));
    expect(attempts.map(({ cost }) => cost?.usd)).toEqual([0.6, 0.6]);
    const left = (await ground.store.listTasks(runId('run-1'))).filter(
      ({ status }) => status === 'abandoned',
    );
    expect(left.map(({ statusReason }) => statusReason)).toEqual(
      Array(2).fill('No agent was able to work on it any more in this run.'),
    );
  });

  it('the engines repair what they can all the same', async () => {
    const ground = await sessionGround({
      files: { 'src/a.txt': 'EASY BAD\n', 'src/b.txt': 'BAD\n' },
      engines: [easy],
      settings: { order: ['autofix', 'command'], budgetUsd: 0 },
    });
    expect((await ground.run()).summary.outcome).toBe('better');
    expect(await triesOf(ground)).toEqual({
      'bad autofix src/a.txt': ['autofix succeeded', 'succeeded'],
      'bad fix src/b.txt': ['abandoned'],
    });
  });
});

/** It repairs what is easy; where BAD stands twice in a line, one of them is left. */
const easy = lineEngine({ id: 'bad', word: 'BAD', fix: easyFix('BAD') });

describe('what an engine repairs by itself', () => {
  const files = {
    'src/a.txt': 'EASY BAD\n',
    'src/b.txt': 'EASY BAD\n',
    'src/c.txt': 'EASY BAD BAD\n',
    'src/d.txt': 'EASY BAD\n',
  };

  it('comes first and many at once; where that fails file by file, and what is left by an agent', async () => {
    const agents = [shellAgent(`sed -i 's/EASY//; s/BAD/good/g' "$@"`)];
    const settings = { order: ['autofix', 'command'] };
    const ground = await sessionGround({ files, engines: [easy], agents, settings });
    const { tree, summary } = await ground.run();
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
    expect(await triesOf(ground)).toEqual({
      'bad autofix src/a.txt src/b.txt src/c.txt src/d.txt': [
        'autofix failed NEW_FINDINGS AGENT_LIED',
        'abandoned',
      ],
      'bad autofix src/a.txt': ['autofix succeeded', 'succeeded'],
      'bad autofix src/b.txt': ['autofix succeeded', 'succeeded'],
      'bad autofix src/c.txt': ['autofix failed NEW_FINDINGS AGENT_LIED', 'abandoned'],
      'bad autofix src/d.txt': ['autofix succeeded', 'succeeded'],
      'bad fix src/c.txt': ['command succeeded', 'succeeded'],
    });
    expect(await ground.filesOf(tree)).toMatchObject({
      'src/a.txt': ['100644', 'good\n'],
      'src/c.txt': ['100644', ' good good\n'],
    });
  });

  it('is no more files at once than one change may have', async () => {
    const { limits } = usualSettings;
    const settings = { order: ['autofix'], limits: { ...limits, maxFilesChanged: 3 } };
    const { 'src/c.txt': _, ...simple } = files;
    const ground = await sessionGround({
      files: { ...simple, 'src/e.txt': 'EASY BAD\n' },
      engines: [easy],
      settings,
    });
    expect((await ground.run()).summary.outcome).toBe('green');
    expect(Object.keys(await triesOf(ground))).toEqual(
      expect.arrayContaining([
        'bad autofix src/a.txt src/b.txt src/d.txt',
        'bad autofix src/e.txt',
      ]),
    );
  });
});
