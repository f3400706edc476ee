import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Started } from '../../cli/start-program.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, reportIn, startRatchetr, triesOf } from './run-fix.ts';
import { seenIn } from './seen.ts';
import { processesOf } from './survivors.ts';
import { exceptFor, plantWords, wordAgent } from './words.ts';

interface Middle {
  readonly repository: GitRepository;
  readonly before: ReturnType<typeof seenIn>;
  readonly started: Started;
  /** Everything of the session that is for a while lies below it. */
  readonly temporary: string;
  readonly release: () => void;
}

/** A session that has repaired one file, and whose agent is at work on the other for as long as it likes. */
async function inTheMiddle(...manner: readonly string[]): Promise<Middle> {
  const [marks, temporary] = [await tempFolder(), await tempFolder()];
  const agent = exceptFor({ 'src/b.txt': wordAgent(marks, ...manner) });
  const repository = await plantWords({ agent });
  const { root } = repository;
  const before = seenIn(root);
  const release = () => writeFileSync(join(marks, 'go-on'), '');
  onTestFinished(release);
  const started = startRatchetr(root, ['fix', '--apply', '--format', 'json'], { temporary });
  await started.saying('src/a.txt (attempt 1, command): accepted');
  await waitFor('the agent works', () => readdirSync(marks).length > 0);
  return { repository, before, started, temporary, release };
}

async function waitFor(what: string, isTrue: () => boolean): Promise<void> {
  const last = Date.now() + 240_000;
  while (!isTrue()) {
    if (Date.now() > last) throw new Error(`${what}: waited in vain`);
    await sleep(20);
  }
}

/** What was accepted before is not done again. */
const finished = {
  'words src/a.txt': ['command: accepted'],
  'words src/b.txt': expect.arrayContaining(['command: accepted']),
};

describe('an interruption in the middle of an attempt', () => {
  it('once: leaves all as it was, tells what was done, and the run can be resumed', async () => {
    const { repository, before, started, temporary, release } = await inTheMiddle();
    started.signal('SIGINT');
    const { code, stdout, stderr } = await started.ended;
    expect(code).toBe(130);
    const report = reportIn(stdout, stderr);
    expect(report.run.status).toBe('running');
    expect(stderr).toContain(`ratchetr fix --resume ${report.run.id}`);
    expect(triesOf(report)).toMatchObject({ 'words src/a.txt': ['command: accepted'] });
    expect(seenIn(repository.root)).toEqual(before);
    expect(processesOf(temporary)).toEqual([]);
    release();
    const resumed = await fix(repository.root, ['--apply', '--resume', report.run.id]);
    expect(resumed).toMatchObject({ code: 0, report: { run: { id: report.run.id } } });
    expect(triesOf(resumed.report)).toEqual(finished);
  });

  it('twice: ends at once, and nothing that was accepted is lost', async () => {
    const { repository, before, started, temporary, release } = await inTheMiddle('deaf');
    started.signal('SIGINT');
    // A second one that comes at once is the same key press.
    await sleep(600);
    started.signal('SIGINT');
    // Nothing is waited for any more, so there is no report.
    expect(await started.ended).toMatchObject({ code: 130, stdout: '' });
    expect(seenIn(repository.root)).toEqual(before);
    await waitFor('nothing is left', () => processesOf(temporary).length === 0);
    release();
    const listed = await startRatchetr(repository.root, ['runs', '--json']).ended;
    const resumed = await fix(repository.root, ['--apply', '--resume', 'last']);
    expect(listed.stdout).toContain(resumed.report.run.id);
    expect(resumed.code).toBe(0);
    expect(triesOf(resumed.report)).toEqual(finished);
  });
});
