import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '#base/errors.ts';

const begun = '# State of this machine; baselines beside it are committed.\n';
const ignoredBefore = new Set([
  `${begun}/state.db*\n/artifacts/\n`,
  `${begun}/.gitignore\n/state.db*\n/artifacts/\n/trees.git/\n/work/\n`,
  `${begun}/.gitignore\n/state.db*\n/artifacts/\n/trees.git/\n/work/\n/workers/\n/metrics.jsonl\n/up.lock*\n`,
]);
const names = [
  '.gitignore',
  'state.db*',
  'artifacts/',
  'trees.git/',
  'work/',
  'workers/',
  'metrics*.jsonl',
  'up.lock*',
];
const ignored = `${begun}${names.map((name) => `/${name}\n`).join('')}`;

/** Makes the folder of a state file; the one of Ratchetr itself keeps its state out of git. */
export function prepareStateFolder(cwd: string, file: string): string {
  const path = resolve(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  if (dirname(path) === resolve(cwd, '.ratchetr')) {
    keepIgnored(join(dirname(path), '.gitignore'));
  }
  return path;
}

/** What somebody wrote into it by hand stays. */
function keepIgnored(path: string): void {
  try {
    writeFileSync(path, ignored, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    if (ignoredBefore.has(readFileSync(path, 'utf8'))) writeFileSync(path, ignored);
  }
}
