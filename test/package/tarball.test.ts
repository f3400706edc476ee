import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { strangersNodes } from './nodes.ts';
import { tarball } from './pack.ts';
import { welcomeStranger } from './stranger.ts';

const megabyte = 2 ** 20;

it('has the bundle, the launcher and pages, and no source or test', () => {
  const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
  const folders = listed
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
    .map((path) => (path.startsWith('lib/') ? path : path.replace(/\/.*/, '')));
  expect(new Set(folders)).toEqual(
    new Set([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'lib/cli/launch.mjs',
      'package.json',
    ]),
  );
});

it('is one small package, that brings no other and runs nothing when it is installed', async () => {
  const before = performance.now();
  const stranger = await welcomeStranger(strangersNodes[2]);
  onTestFinished(() => stranger.leave());
  const seconds = (performance.now() - before) / 1000;
  const modules = join(stranger.project, 'node_modules');
  const packages = readdirSync(modules).filter((name) => !name.startsWith('.'));
  expect(packages).toEqual(['ratchetr']);
  const manifest = JSON.parse(readFileSync(join(modules, 'ratchetr/package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(Object.keys(manifest.scripts)).not.toContain('postinstall');
  const [packed, installed, clone] = [
    statSync(tarball).size / megabyte,
    sizeOf(modules) / megabyte,
    sizeOf('node_modules') / megabyte,
  ];
  const ofClone = readdirSync('node_modules', { recursive: true, encoding: 'utf8' });
  const count = ofClone.filter((path) =>
    /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.]+\/package\.json$/.test(path),
  ).length;
  process.stdout.write(
    `Megabytes: packed ${packed.toFixed(1)}, installed ${installed.toFixed(1)} in 1 package ` +
      `and ${seconds.toFixed(1)} s; a clone installs ${clone.toFixed(0)} in ${count} packages.\n`,
  );
  expect(packed).toBeLessThan(10);
  expect(installed / clone).toBeLessThan(0.05);
});

function sizeOf(folder: string): number {
  const [kibibytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t');
  return Number(kibibytes) * 1024;
}
