import { describe, expect, it } from 'vitest';
import { launched, run, workspace } from './ground.ts';
import { plantPullRequest, settler } from './words.ts';

const badWords = { 'src/a.txt': 'one\nBAD two\n', 'src/b.txt': 'BAD three\n' };
const goodWords = { 'src/a.txt': 'one\ngood two\n', 'src/b.txt': 'good three\n' };

/** An agent that writes down whether it was shown the log. */
const logReader = [
  process.execPath,
  '-e',
  `const request = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const isTold = request.instructions.task_prompt.includes('BAD word');
require('node:fs').writeFileSync('src/from-log.txt', isTold ? 'good word from the log' : 'nothing');
console.log(JSON.stringify({ schema_version: 1, run_id: request.run_id, task_id: request.task_id,
  status: 'success', summary: 'Done.', changes: { files_changed: [], files_created: ['src/from-log.txt'],
  files_deleted: [], diff_stat: { insertions: 1, deletions: 0 } }, actions: { commands_ran: [], tests_ran: [] },
  validation: { validation_exit_code: 0, validation_summary: {} },
  notes: { systematic_issue: false, suggested_followups: [] },
  artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' } }));`,
];

describe('the worker of a session', () => {
  it('repairs what the engines find, and leaves a changeset and a promise to publish it', async () => {
    const before = { 'src/old.txt': 'BAD but old\n' };
    const planted = await plantPullRequest({ before, files: badWords });
    const ground = await launched(planted, { work: 'ci' });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    const { parents, files } = await ground.result();
    expect({ parents, files }).toEqual({ parents: [ground.brief.headSha], files: goodWords });
    expect(await ground.state()).toMatchObject({ session: { phase: 'finished', fence: 1 } });
    expect(await ground.runs.loadRun(ground.brief.runId)).toMatchObject({
      status: 'succeeded',
      summary: { outcome: 'green', result: { kind: 'changeset' }, costUsd: 0 },
    });
    expect(await ground.promised()).toMatchObject({
      workspaceId: workspace,
      command: { kind: 'publish', runId: run },
    });
    expect(ground.left()).toEqual([]);
  });

  it('resolves a conflict with the base, as a merge of both', async () => {
    const ground = await launched(
      await plantPullRequest({
        agent: settler,
        before: { 'src/a.txt': 'one\nline\n' },
        files: { 'src/a.txt': 'one\nour line\n', 'src/b.txt': 'BAD two\n' },
        meanwhile: { 'src/a.txt': 'one\ntheir line\n' },
      }),
      { work: 'merge-conflict' },
    );
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.result()).toMatchObject({
      title: `Merge ${ground.brief.baseSha.slice(0, 12)}, repair 1 finding of words`,
      parents: [ground.brief.headSha, ground.brief.baseSha],
      files: { 'src/a.txt': 'one\nour line\ntheir line\n', 'src/b.txt': 'good two\n' },
    });
  });

  it('leaves alone what the base has come to since the branch left it', async () => {
    const ground = await launched(
      await plantPullRequest({
        agent: settler,
        before: { 'src/a.txt': 'one\nline\n' },
        files: { 'src/a.txt': 'one\nour line\n', 'src/b.txt': 'BAD two\n' },
        meanwhile: { 'src/a.txt': 'one\ntheir line\n', 'src/theirs.txt': 'BAD of the base\n' },
      }),
      { work: 'merge-conflict' },
    );
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect((await ground.result()).files).toEqual({
      'src/a.txt': 'one\nour line\ntheir line\n',
      'src/b.txt': 'good two\n',
      'src/theirs.txt': 'BAD of the base\n',
    });
    expect(await ground.runs.loadRun(ground.brief.runId)).toMatchObject({
      summary: { outcome: 'green', toRepair: { before: 1, after: 0 } },
    });
  });

  it('does what reviewers ask for', async () => {
    const thread = { path: 'src/a.txt', line: 1, author: 'zoe', body: 'Say that it was asked.' };
    const ground = await launched(
      await plantPullRequest({ agent: settler, files: { 'src/a.txt': 'one\n' } }),
      { work: 'review', threads: [thread] },
    );
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.result()).toMatchObject({
      title: 'Address a review in 1 file',
      files: { 'src/a.txt': 'one\nas was asked\n' },
    });
  });

  it('turns to the logs of failed checks where the engines find nothing', async () => {
    const failed = [{ check: { app: 'ci', name: 'deploy', runId: '1' }, log: 'BAD word\n' }];
    const clean = await launched(
      await plantPullRequest({ agent: logReader, files: { 'src/a.txt': 'one\n' } }),
      { work: 'ci', failed },
    );
    expect(await clean.start().ended).toMatchObject({ code: 0 });
    expect(await clean.result()).toMatchObject({
      files: { 'src/from-log.txt': 'good word from the log' },
    });
    const broken = await launched(await plantPullRequest({ files: badWords }), {
      work: 'ci',
      failed,
    });
    expect(await broken.start().ended).toMatchObject({ code: 0 });
    expect(await broken.result()).toMatchObject({ files: goodWords });
    const tasks = await broken.runs.listTasks(run);
    expect(tasks.map(({ tool }) => tool)).toEqual(['words', 'words']);
  });

  it('works by the configuration of the merge base and its own state, whatever the head has', async () => {
    const own = { 'ratchetr.yaml': 'version: 1\n', '.ratchetr/state.db': 'none of ours\n' };
    const ground = await launched(await plantPullRequest({ files: { ...badWords, ...own } }), {
      work: 'ci',
    });
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.result()).toMatchObject({ files: goodWords });
  });
});
