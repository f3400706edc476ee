import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

describe('ratchetr config', () => {
  it('prints every setting with where it comes from, the strongest source first', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'ratchetr.yaml'), 'workers:\n  max: 6\n  maxAgents: 3\n');
    const env = { RATCHETR_WORKERS_MAX_AGENTS: '4' };
    const { code, stdout, stderr } = await runCli(
      cwd,
      ['config', '--set', 'limits.maxFilesChanged=7'],
      env,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'workers.max = 6  # ratchetr.yaml:2',
        'workers.maxAgents = 4  # RATCHETR_WORKERS_MAX_AGENTS',
        'limits.maxFilesChanged = 7  # --set limits.maxFilesChanged',
        'timeouts.lease = 120000  # default',
      ]),
    );
  });

  it('prints JSON that another program can read', async () => {
    const { stdout } = await runCli(await tempFolder(), ['config', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, workers: { max: 4 } });
  });

  it('lists all problems of all sources, prints no setting and ends with 2', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'other.yaml'), 'workers:\n  max: zero\nlimit: 3\n');
    const said = await runCli(cwd, ['config', '--config', 'other.yaml', '--set', 'nothing=1']);
    expect({ ...said, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '' });
    const places = said.stderr
      .trim()
      .split('\n')
      .map((line) => line.split(': ')[0]);
    expect(places).toEqual(['other.yaml:2:8', 'other.yaml:3:1', '--set nothing']);
  });

  it('says that a file which was asked for is not there; without asking there need be none', async () => {
    const cwd = await tempFolder();
    expect(await runCli(cwd, ['config', '--config', 'no.yaml'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'no.yaml: there is no such file; name a file that can be read\n',
    });
    expect((await runCli(cwd, ['config'])).code).toBe(0);
  });
});
