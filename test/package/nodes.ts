import { join, resolve } from 'node:path';
import { npmPackages } from '../support/npm-packages.ts';

/** One of each line that the package promises to run on. */
export const strangersNodes = ['20.20.2', '22.23.3', '24.21.0'] as const;

/** The folder of one version of Node for this machine; the first test that asks installs it. */
export async function nodeOf(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = resolve('.cache/nodes', version);
  await npmPackages(folder, [`${name}@${version}`]);
  return join(folder, 'node_modules', name, 'bin');
}

/** A project with tools, each of which runs on every Node that we run on. */
export async function toolsFolder(): Promise<string> {
  const folder = resolve('.cache/strangers-tools');
  await npmPackages(folder, ['oxlint@1.89.0', 'vitest@3.2.4']);
  return folder;
}
