import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#config/env.ts';
import { tempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);

describe('npm run synth', () => {
  it('needs no credentials, no network, no Docker, no home, and no more than 15 seconds', async () => {
    const folder = await tempFolder();
    const output = join(folder, 'out');
    const command = ['npm', 'run', 'synth', '--', '--output', output];
    const apart = (await canRunApart()) ? ['unshare', '--map-root-user', '--net'] : ['env'];
    const { stderr } = await run('bash', ['-c', 'time -p "$@"', 'bash', ...apart, ...command], {
      // Whoever asks for Docker is told that it failed.
      env: { PATH: readEnvironment()['PATH'], HOME: folder, CDK_DOCKER: 'false' },
    });
    expect(secondsIn(stderr)).toBeLessThan(15);
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
    const failed: unknown = await run('node_modules/.bin/cdk', args).catch(
      (error: unknown) => error,
    );
    expect(String(failed)).toContain('ephemral is unknown.');
    expect(String(failed)).not.toContain('    at ');
  });
});

/** On a machine that others use as well, how long it worked instead of how long it waited for its turn. */
function secondsIn(told: string): number {
  const [real = NaN, user = NaN, system = NaN] = ['real', 'user', 'sys'].map((name) =>
    Number(new RegExp(String.raw`^${name} (\d+\.\d+)$`, 'm').exec(told)?.[1]),
  );
  process.stdout.write(`synth took ${real} s, and worked for ${(user + system).toFixed(1)} s\n`);
  return Math.min(real, user + system);
}

/** Whether this machine lets us have a network of our own, with nobody in it. */
async function canRunApart(): Promise<boolean> {
  try {
    await run('unshare', ['--map-root-user', '--net', 'true']);
    return true;
  } catch {
    return false;
  }
}
