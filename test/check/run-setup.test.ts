import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { artifactName } from '#model/artifact.ts';
import type { SetupCommand } from '#check/rules/repository/setup-command.ts';
import { runSetup } from '#check/run-setup.ts';
import { openStores } from '../store/sqlite/stores.ts';
import { aRun, runId } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const run = runId('run-1');

function shell(script: string, different: Partial<SetupCommand> = {}): SetupCommand {
  return { run: ['sh', '-c', script], cwd: '.', env: {}, because: 'a test', ...different };
}

async function setUp(...commands: readonly SetupCommand[]) {
  const folder = await tempFolder();
  const [repository, root] = [join(folder, 'repository'), join(folder, 'artifacts')];
  mkdirSync(join(repository, 'inner'), { recursive: true });
  const { runs } = await openStores(join(folder, 'state.db'));
  await runs.createRun(aRun({ id: run }));
  const artifacts = createFileArtifacts({ root });
  const parentEnv = { PATH: '/usr/bin:/bin', npm_config_registry: 'kept', SECRET: 'hidden' };
  const processes = createProcesses({ clock: systemClock, parentEnv });
  const { signal } = new AbortController();
  const outcome = await runSetup(
    { runs, artifacts, processes, scratch: createScratch(), clock: systemClock },
    { runId: run, repository, commands, signal },
  );
  const bytes = await artifacts.get({ runId: run, name: artifactName.parse('setup.log') });
  return { outcome, log: bytes && new TextDecoder().decode(bytes) };
}

describe('the setup of a checkout', () => {
  it('runs one command after the other, where and with what it was told', async () => {
    const { outcome, log } = await setUp(
      shell('pwd; echo "$WORD $npm_config_registry [$SECRET]" >&2; touch made', {
        cwd: 'inner',
        env: { WORD: 'told' },
      }),
      shell('ls inner'),
    );
    expect(outcome).toEqual({ kind: 'ready' });
    expect(log).toMatch(/\/inner\ntold kept \[\]\n\n\$ sh -c ls inner\nmade\n$/);
  });

  it('goes on after a command that all but one engine can do without', async () => {
    const { outcome, log } = await setUp(shell('exit 4', { optional: true }), shell('echo on'));
    expect(outcome).toEqual({ kind: 'ready' });
    expect(log).toContain('\non');
  });

  it('ends with the first command that fails, and says how', async () => {
    const { outcome, log } = await setUp(shell('echo gone >&2; exit 4'), shell('echo never'));
    expect(outcome).toEqual({
      kind: 'failed',
      sentence:
        'The setup command `sh -c echo gone >&2; exit 4` (a test) failed: it ended with 4; setup.log has all that it said. Its last line: gone',
    });
    expect(log).not.toContain('\nnever');
  });

  it('ends a command that takes too long, or is not there', async () => {
    const slow = await setUp(shell('sleep 60', { timeoutMs: 100 }));
    expect(slow.outcome).toMatchObject({ sentence: expect.stringContaining('longer than 0.1 s') });
    const absent = await setUp({ ...shell(''), run: ['no-such-program'] });
    expect(absent.outcome).toMatchObject({ sentence: expect.stringContaining('no-such-program') });
  });

  it('of nothing is done, and leaves no log', async () => {
    expect(await setUp()).toEqual({ outcome: { kind: 'ready' }, log: undefined });
  });
});
