import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plantLauncher, temporaryFolder } from './planted-project.ts';
import { type Ending, pinnedNode, runToEnd } from './start-program.ts';

const MAIN = `
import { getCompileCacheDir } from 'node:module';
import { sibling } from './sibling.ts';
process.stdout.write(sibling(getCompileCacheDir() ?? 'none'));
`;

describe('start', () => {
  it('keeps compiled code beside the code', async () => {
    const project = plantProject();
    const { code, stdout, stderr } = await start(project);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(join(project, '.cache/compiled'));
    expect(readdirSync(stdout).length).toBeGreaterThan(1);
    expect(await start(project)).toMatchObject({ code: 0, stdout });
  });

  it('keeps it among the caches of the user where it may not write beside the code, else nowhere', async () => {
    const project = plantProject();
    const home = temporaryFolder();
    chmodSync(home, 0o777);
    chmodSync(project, 0o555);
    onTestFinished(() => chmodSync(project, 0o755));
    const { code, stdout, stderr } = await startPowerless(project, home);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(join(home, '.cache/ratchetr/compiled'));
    expect(readdirSync(stdout).length).toBeGreaterThan(1);
    const nowhere = { code: 0, signal: null, stdout: 'none', stderr: '' };
    expect(await startPowerless(project, '/nonexistent')).toEqual(nowhere);
    expect(await startPowerless(project, '/')).toEqual(nowhere);
    expect(existsSync(join(project, '.cache'))).toBe(false);
  });

  it('keeps that of a worker there as well', async () => {
    const project = plantProject();
    const worker = join(project, 'lib/local/worker');
    mkdirSync(worker);
    cpSync('lib/local/worker/start.mjs', join(worker, 'start.mjs'));
    writeFileSync(join(worker, 'main.ts'), MAIN.replace('./sibling.ts', '../../cli/sibling.ts'));
    const { code, stdout } = await runToEnd([pinnedNode, join(worker, 'start.mjs')]);
    expect(code).toBe(0);
    expect(stdout).toContain(join(project, '.cache/compiled'));
    expect(readdirSync(stdout).length).toBeGreaterThan(1);
  });

  it('never runs an older text of a file that has changed', async () => {
    const project = plantProject();
    await start(project);
    plantSibling(project, 'changed ');
    expect((await start(project)).stdout).toMatch(/^changed /);
  });
});

describe('what a small command loads', () => {
  it('has no language of zod but the one in use', async () => {
    const report = `process.on('exit', () => console.error(Object.keys(z.locales)));`;
    const project = plantLauncher(`import * as z from 'zod';\n${report}`);
    symlinkSync(resolve('node_modules/zod'), join(project, 'node_modules/zod'));
    expect((await start(project)).stderr.trim()).toBe("[ 'default' ]");
  });
});

function plantProject(): string {
  const project = plantLauncher(MAIN);
  plantSibling(project, '');
  // A link would lead into folders that another user may not enter.
  cpSync(pinnedNode, join(project, 'node'));
  return project;
}

function plantSibling(project: string, prefix: string): void {
  const text = `export const sibling = (text: string): string => '${prefix}' + text;\n`;
  writeFileSync(join(project, 'lib/cli/sibling.ts'), text);
}

async function start(project: string): Promise<Ending> {
  return runToEnd([pinnedNode, join(project, 'lib/cli/start.mjs')]);
}

/** Started by root it gives up the power to write everywhere. */
async function startPowerless(project: string, home: string): Promise<Ending> {
  const root = process.getuid?.() === 0;
  const powerless = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const command = [
    'env',
    `HOME=${home}`,
    join(project, 'node'),
    join(project, 'lib/cli/start.mjs'),
  ];
  return runToEnd([...(root ? powerless : []), ...command]);
}
