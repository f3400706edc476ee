import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createProcessLauncher, type ProcessLauncherOptions } from '#platform/process/launcher.ts';
import { readIdentity } from '#platform/process/launcher/identity.ts';
import { readProcessStatus } from '#platform/process/process-table.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Launch, LaunchOutcome } from '#ratchet/needs/launcher.ts';
import { runId, workspaceId } from '../../support/samples.ts';
import { isRunning, makeFolder, realClock } from './harness.ts';

const parentEnv = { PATH: process.env['PATH'] ?? '', SECRET: 'of ours' };

export const launchOf = (number: number, run = 'run-1'): Launch => ({
  runId: runId(run),
  kind: 'check',
  number,
  workspaceId: workspaceId('workspace-1'),
});

export interface Place {
  readonly cwd: string;
  /** Another launcher over the same folder, as another process has it. */
  readonly launcher: (
    script: string,
    options?: Partial<ProcessLauncherOptions>,
  ) => ReturnType<typeof createProcessLauncher>;
}

/** A folder with launchers whose workers end with the test. */
export async function makePlace(): Promise<Place> {
  const cwd = await makeFolder();
  const folder = join(cwd, 'workers');
  const log = createTextLog(
    { clock: realClock, output: { write: () => true } },
    { level: 'error' },
  );
  const launcher: Place['launcher'] = (script, options) =>
    createProcessLauncher(
      { clock: realClock, log, parentEnv },
      {
        command: () => ['sh', '-c', script],
        cwd,
        folder,
        most: 10,
        graceMs: 200,
        inheritEnv: ['PATH'],
        ...options,
      },
    );
  onTestFinished(async () => {
    // Nothing of a failed test stays behind.
    const all = launcher('');
    for (const run of ['run-1', 'run-2']) {
      for (const number of [1, 2, 3]) {
        const file = join(folder, `${run}-${number}.claim`);
        if (!existsSync(file)) continue;
        const identity = readFileSync(file, 'utf8').trim();
        await all.stop(`${identity}:${run}-${number}`, 'the test is over');
      }
    }
  });
  return { cwd, launcher };
}

/** The worker of a launch that must have one. */
export function refOf(outcome: LaunchOutcome): string {
  if (outcome.kind !== 'launched') throw new Error(`${outcome.kind}: ${outcome.reason}`);
  return outcome.taskRef;
}

/** A script that runs until it is stopped. */
export const wait = 'while :; do sleep 0.05; done';

/** Whether a worker has ended, by its process alone. */
export function endOf(taskRef: string): 'over' | undefined {
  const { pid = 0, start } = readIdentity(taskRef) ?? {};
  return isRunning(pid) && readProcessStatus(pid)?.start === start ? undefined : 'over';
}
