import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { runId } from '#model/ids.ts';
import { createRunFolders } from '#local/run-folders.ts';
import { locateState } from '#local/state-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';

const deps = {
  processes: createProcesses({ clock: systemClock, parentEnv: { PATH: process.env['PATH'] } }),
  scratch: createScratch(),
};
const run = runId.parse('run-1');

describe('the folder of a run', () => {
  it('that a killed process left is emptied first, of its agents too', async () => {
    const repository = await tempFolder();
    const old = await deps.scratch.create();
    await mkdir(join(old, 'copy'));
    const work = join(repository, '.ratchetr/work', run);
    await mkdir(work, { recursive: true });
    await writeFile(join(work, 'copies'), old);
    const agent = spawn('sleep', ['300'], { cwd: join(old, 'copy'), detached: true });
    const other = spawn('sleep', ['300'], { cwd: repository, detached: true });
    onTestFinished(() => void [agent, other].map((one) => one.kill('SIGKILL')));
    await Promise.all([once(agent, 'spawn'), once(other, 'spawn')]);
    const ended = once(agent, 'exit');
    const folders = createRunFolders(deps, locateState(repository).work);
    const made = await folders.open(run);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    expect(existsSync(old)).toBe(false);
    await made.remove(false);
    expect([existsSync(made.copies), existsSync(work)]).toEqual([false, true]);
    await (await folders.open(run)).remove(true);
    expect(existsSync(work)).toBe(false);
  });
});
