import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { artifactsContract, bytesOf, keyFor } from '../../contracts/artifacts.ts';
import { startProgram } from '../../support/programs.ts';
import { racePuts } from '../../support/race.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function makeHarness() {
  const root = join(await tempFolder(), 'artifacts');
  return { root, artifacts: createFileArtifacts({ root }) };
}

artifactsContract('a folder', makeHarness);

describe('artifacts as files', () => {
  it('lie where a person would look, and nothing else lies beside them', async () => {
    const { root, artifacts } = await makeHarness();
    await artifacts.put(keyFor('engines/ruff/report.json'), bytesOf('{}'));
    expect(await readFile(join(root, 'run-1/engines/ruff/report.json'), 'utf8')).toBe('{}');
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
  });

  it('says so when one artifact would be the folder of another', async () => {
    const { artifacts } = await makeHarness();
    await artifacts.put(keyFor('a'), bytesOf('one'));
    await artifacts.put(keyFor('b/c'), bytesOf('one'));
    const below = artifacts.put(keyFor('a/b'), bytesOf('two'));
    await expect(below).rejects.toThrow(/run-1\/a is a file where a folder is needed/);
    const above = artifacts.put(keyFor('b'), bytesOf('two'));
    await expect(above).rejects.toThrow(
      /name b of run run-1 is taken by something that is no file/,
    );
  });

  it('leave nothing behind of what was not taken', async () => {
    const { root, artifacts } = await makeHarness();
    await artifacts.put(keyFor('a'), bytesOf('one'));
    await artifacts.put(keyFor('a'), bytesOf('two'));
    await expect(artifacts.put(keyFor('a/b'), bytesOf('two'))).rejects.toThrow(/is a file/);
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
    expect(await readdir(join(root, 'run-1'))).toEqual(['a']);
  });

  it('leave nothing behind of what could not be written to its end', async () => {
    const { root, artifacts } = await makeHarness();
    await artifacts.put(keyFor('a'), bytesOf('one'));
    // The system lets the program write 4 KiB, and no more.
    const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"';
    const program = resolve('test/fixtures/programs/put-beyond-limit.mjs');
    const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, program, root]);
    expect(stdout.toString()).toBe('EFBIG\n');
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
    expect(await readdir(join(root, 'run-1'))).toEqual(['a']);
  });
});

describe('links below the root', () => {
  it('are not followed in the place of the run', async () => {
    const { root, artifacts } = await makeHarness();
    const outside = await tempFolder();
    await writeFile(join(outside, 'secret'), 'secret');
    await mkdir(root);
    await symlink(outside, join(root, 'run-1'));
    await expectRefused(artifacts, 'secret');
    expect(await readdir(outside)).toEqual(['secret']);
  });

  it('are not followed in the place of a folder of the run', async () => {
    const { root, artifacts } = await makeHarness();
    const outside = await tempFolder();
    await writeFile(join(outside, 'secret'), 'secret');
    await mkdir(join(root, 'run-1'), { recursive: true });
    await symlink(outside, join(root, 'run-1/a'));
    await expectRefused(artifacts, 'a/secret');
    await expectRefused(artifacts, 'a/b/secret');
    expect(await readdir(outside)).toEqual(['secret']);
  });

  it('are not followed in the place of an artifact', async () => {
    const { root, artifacts } = await makeHarness();
    const outside = join(await tempFolder(), 'secret');
    await mkdir(join(root, 'run-1'), { recursive: true });
    for (const target of [outside, '/dev/null', 'dangling']) {
      await symlink(target, join(root, 'run-1/a'));
      await expectRefused(artifacts, 'a');
      await unlink(join(root, 'run-1/a'));
    }
    expect(existsSync(outside)).toBe(false);
  });

  it('are not followed in the place where files are prepared', async () => {
    const { root, artifacts } = await makeHarness();
    const outside = await tempFolder();
    await mkdir(root);
    await symlink(outside, join(root, '.incoming'));
    await expect(artifacts.put(keyFor('a'), bytesOf('one'))).rejects.toThrow(/symbolic link/);
    expect(await readdir(outside)).toEqual([]);
  });

  it('may lead to the root itself, which its owner chose', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'root'));
    const store = createFileArtifacts({ root: join(folder, 'root') });
    await store.put(keyFor('a'), bytesOf('one'));
    expect(await readFile(join(folder, 'real/run-1/a'), 'utf8')).toBe('one');
  });
});

describe('several processes', () => {
  it('store each name once, and the loser learns of it', async () => {
    const { root } = await makeHarness();
    const outcomes = await racePuts('files', root, { names: 60, slotMs: 8 });
    for (const pair of outcomes) expect(new Set(pair)).toEqual(new Set(['stored', 'conflict']));
  });

  it('show no name before all its bytes are there, also when one is killed', async () => {
    const { root, artifacts } = await makeHarness();
    const program = startProgram('put-large.mjs', root);
    for (let count = 0; count < 5; count += 1) await program.nextLine();
    await program.kill('SIGKILL');
    const names = await readdir(join(root, 'run-1'));
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const name of names) {
      expect(await artifacts.describe(keyFor(name))).toMatchObject({ sizeBytes: 4 * 2 ** 20 });
    }
  });
});

async function expectRefused(
  artifacts: ReturnType<typeof createFileArtifacts>,
  name: string,
): Promise<void> {
  const refused = /is a symbolic link; links are not followed here, remove it/;
  await expect(artifacts.put(keyFor(name), bytesOf('one'))).rejects.toThrow(refused);
  await expect(artifacts.get(keyFor(name))).rejects.toThrow(refused);
  await expect(artifacts.describe(keyFor(name))).rejects.toThrow(refused);
}
