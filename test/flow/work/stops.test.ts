import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { processesOf } from '../fix/survivors.ts';
import { exceptFor, wordAgent } from '../fix/words.ts';
import { launched, run } from './ground.ts';
import { plantPullRequest } from './words.ts';

const files = { 'src/a.txt': 'one\nBAD two\n', 'src/b.txt': 'BAD three\n' };
const repaired = { 'src/a.txt': 'one\ngood two\n', 'src/b.txt': 'good three\n' };

/** A worker that has repaired one file, and whose agent is at work on the other for as long as it likes. */
async function inTheMiddle() {
  const marks = await tempFolder();
  const agent = exceptFor({ 'src/b.txt': wordAgent(marks) });
  const ground = await launched(await plantPullRequest({ agent, files }), { work: 'ci' });
  const release = (): void => writeFileSync(join(marks, 'go-on'), '');
  onTestFinished(release);
  const started = ground.start();
  await started.saying('src/a.txt (attempt 1, command): accepted');
  await waitFor('the agent works', () => readdirSync(marks).length > 0);
  return { ground, started, release };
}

async function waitFor(what: string, isTrue: () => boolean): Promise<void> {
  const last = Date.now() + 240_000;
  while (!isTrue()) {
    if (Date.now() > last) throw new Error(`${what}: waited in vain`);
    await sleep(20);
  }
}

describe('a worker that was ended in the middle', () => {
  it('by a kill: the next one of the run comes to the same result, and nothing is left', async () => {
    const { ground, started, release } = await inTheMiddle();
    started.signal('SIGKILL');
    await started.ended;
    release();
    // The session is still that of the dead one.
    expect(await ground.start().ended).toMatchObject({ code: 3 });
    await ground.relaunch();
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.result()).toMatchObject({
      parents: [ground.brief.headSha],
      files: repaired,
    });
    expect(await ground.state()).toMatchObject({ session: { phase: 'finished', fence: 2 } });
    const attempts = await ground.runs.listAttempts(run);
    const accepted = attempts.filter(({ status }) => status === 'succeeded');
    expect(accepted).toHaveLength(2);
    // Of what programs printed something may stay, but neither the checkout nor a copy of it.
    expect(ground.left().filter((path) => path.endsWith('src'))).toEqual([]);
    expect(processesOf(ground.temporary)).toEqual([]);
  });

  it('by a signal: says no last word, leaves nothing, and the next one goes on', async () => {
    const { ground, started, release } = await inTheMiddle();
    started.signal('SIGTERM');
    expect(await started.ended).toMatchObject({ code: 130 });
    expect(await ground.state()).toMatchObject({ session: { phase: 'running' } });
    expect(await ground.runs.loadRun(run)).toMatchObject({ status: 'running' });
    expect(ground.left()).toEqual([]);
    expect(processesOf(ground.temporary)).toEqual([]);
    release();
    await ground.relaunch();
    expect(await ground.start().ended).toMatchObject({ code: 0 });
    expect(await ground.result()).toMatchObject({ files: repaired });
  });
});
