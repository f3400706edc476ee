import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ignored =
  '# State of this machine; baselines beside it are committed.\n/state.db*\n/artifacts/\n';

/** Makes the folder of a state file; the one of Ratchetr itself keeps its state out of git. */
export function prepareStateFolder(cwd: string, file: string): string {
  const path = resolve(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  if (dirname(path) === resolve(cwd, '.ratchetr')) {
    writeIfAbsent(join(dirname(path), '.gitignore'), ignored);
  }
  return path;
}

function writeIfAbsent(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
