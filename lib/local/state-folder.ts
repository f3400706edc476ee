import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stateFile, stateFolder } from '#model/own-files.ts';
import { errorCode } from '#base/errors.ts';

const begun = '# State of this machine; baselines beside it are committed.\n';
const ignoredBefore = new Set([
  `${begun}/state.db*\n/artifacts/\n`,
  `${begun}/.gitignore\n/state.db*\n/artifacts/\n/trees.git/\n/work/\n`,
  `${begun}/.gitignore\n/state.db*\n/artifacts/\n/trees.git/\n/work/\n/workers/\n/metrics.jsonl\n/up.lock*\n`,
]);
const names = [
  '.gitignore',
  `${basename(stateFile)}*`,
  'artifacts/',
  'trees.git/',
  'work/',
  'workers/',
  'metrics*.jsonl',
  'up.lock*',
];
const ignored = `${begun}${names.map((name) => `/${name}\n`).join('')}`;

/** The paths of the state of a folder, beside its state file. */
export function locateState(top: string) {
  const folder = join(top, stateFolder);
  return {
    artifacts: join(folder, 'artifacts'),
    /** Our own git folder, with the trees of the repository. */
    trees: join(folder, 'trees.git'),
    /** What must survive the processes of runs. */
    work: join(folder, 'work'),
    /** What workers print. */
    workers: join(folder, 'workers'),
    metrics: join(folder, 'metrics.jsonl'),
    /** Held by the control plane that runs here. */
    lock: join(folder, 'up.lock'),
  };
}

/** Makes the folder of a state file; the one of Ratchetr itself keeps its state out of git. */
export function prepareStateFolder(cwd: string, file = stateFile): string {
  const path = resolve(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  if (dirname(path) === resolve(cwd, stateFolder)) {
    keepIgnored(join(dirname(path), '.gitignore'));
  }
  return path;
}

/** What a person wrote into it stays. */
function keepIgnored(path: string): void {
  try {
    writeFileSync(path, ignored, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    if (ignoredBefore.has(readFileSync(path, 'utf8'))) writeFileSync(path, ignored);
  }
}
