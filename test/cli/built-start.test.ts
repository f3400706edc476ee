import { cpSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf, findBuilder, findBuiltStart, stateOf } from '../../lib/cli/built-start.mjs';
import { plantLauncher, temporaryFolder } from './planted-project.ts';
import { type Ending, pinnedNode, runToEnd } from './start-program.ts';

describe('the launcher of a clone', () => {
  it('starts the bundle that was made of its sources, and looks at each of them', async () => {
    const project = await plantBuilt();
    expect((await launch(project)).stdout).toBe('the bundle');
  });

  it('starts the sources once one of them has another text, whatever its times and length say', async () => {
    const project = await plantBuilt();
    const path = join(project, 'lib/cli/main.ts');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, 'utf8').replace('the sources', 'new sources'));
    utimesSync(path, atime, mtime);
    expect((await launch(project)).stdout).toBe('new sources');
  });

  it('starts the sources once one of them is gone', async () => {
    const project = await plantBuilt('gone.ts');
    expect((await launch(project)).stdout).toBe('the sources');
  });

  it('stays with the bundle where a file has other times and the same text', async () => {
    const project = await plantBuilt();
    utimesSync(join(project, 'lib/cli/main.ts'), new Date(), new Date());
    expect((await launch(project)).stdout).toBe('the bundle');
  });

  it('starts the sources where traces are to name them, and for what runs for long', async () => {
    const project = await plantBuilt();
    expect((await launch(project, 'check', '--debug')).stdout).toBe('the sources');
    expect((await launch(project, 'up')).stdout).toBe('the sources');
  });

  it('starts the sources where what it noted cannot be read', async () => {
    const project = await plantBuilt();
    writeFileSync(join(project, '.cache/start/note.json'), '{"folder"');
    expect(await findBuiltStart(project)).toBeUndefined();
    expect((await launch(project)).stdout).toBe('the sources');
  });
});

describe('the program that makes the bundle', () => {
  it('is found in a clone alone, and not again when it was tried lately', () => {
    const project = temporaryFolder();
    expect(findBuilder(project)).toBeUndefined();
    mkdirSync(join(project, 'packaging'));
    const builder = join(project, 'packaging/build-start.ts');
    cpSync('packaging/build-start.ts', builder);
    expect(findBuilder(project)).toBe(builder);
    const tried = join(project, '.cache/start/tried');
    mkdirSync(join(project, '.cache/start'), { recursive: true });
    writeFileSync(tried, '');
    expect(findBuilder(project)).toBeUndefined();
    const before = new Date(Date.now() - 6 * 60_000);
    utimesSync(tried, before, before);
    expect(findBuilder(project)).toBe(builder);
  });
});

/** A project whose sources say that they are run, and a bundle of them that says that it is. */
async function plantBuilt(...more: readonly string[]): Promise<string> {
  const project = plantLauncher(`process.stdout.write('the sources');`);
  const built = join(project, '.cache/start/of-1');
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'cli-start.mjs'), `process.stdout.write('the bundle');`);
  const main = join(project, 'lib/cli/main.ts');
  const note = ['lib/cli/main.ts', stateOf(main), await digestOf(main)];
  const others = more.map((path) => [path, '', '']);
  writeFileSync(
    join(project, '.cache/start/note.json'),
    JSON.stringify({ folder: 'of-1', files: [note, ...others] }),
  );
  return project;
}

async function launch(project: string, ...args: readonly string[]): Promise<Ending> {
  return runToEnd([pinnedNode, join(project, 'lib/cli/launch.mjs'), ...args]);
}
