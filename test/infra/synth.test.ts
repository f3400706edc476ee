import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#config/env.ts';
import { tempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);

describe('npm run synth', () => {
  it('needs no credentials, no network, no Docker, and no home', async () => {
    const folder = await tempFolder();
    const output = join(folder, 'out');
    const command = ['npm', 'run', 'synth', '--', '--output', output];
    const apart = (await canRunApart()) ? ['unshare', '--map-root-user', '--net'] : ['env'];
    const [program = '', ...args] = [...apart, ...command];
    const began = performance.now();
    await run(program, args, {
      // Whoever asks for Docker is told that it failed.
      env: { PATH: readEnvironment()['PATH'], HOME: folder, CDK_DOCKER: 'false' },
    });
    process.stdout.write(`synth took ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    expect(existsSync(join(output, 'ratchetr.template.json'))).toBe(true);
    const bundles = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('index.mjs'),
    );
    expect(bundles).toHaveLength(readdirSync('lambdas').length);
    expect(bundles.filter((path) => !existsSync(join(output, `${path}.map`)))).toEqual([]);
  });

  it('says what is wrong with the context', async () => {
    const output = join(await tempFolder(), 'out');
    const args = ['synth', '--quiet', '--output', output, '-c', 'ephemral=true'];
    await expect(run('node_modules/.bin/cdk', args)).rejects.toThrow('ephemral is unknown.');
  });
});

/** Whether this machine lets us have a network of our own, with nobody in it. */
async function canRunApart(): Promise<boolean> {
  try {
    await run('unshare', ['--map-root-user', '--net', 'true']);
    return true;
  } catch {
    return false;
  }
}
