import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folder = resolve('.cache/package');

/** What `npm pack` makes, packed anew for each run of these tests. */
export const tarball = join(folder, 'ratchetr.tgz');

export function setup(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const name = /ratchetr-[\w.-]+\.tgz/.exec(said)?.[0];
  if (name === undefined) throw new Error(`npm packed nothing that has a name: ${said}`);
  renameSync(join(folder, name), tarball);
}
