import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedNode } from './start-program.ts';

const USUAL_PLACES = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

/** A Node of this machine that is not the pinned one and that the launcher supports. */
export function findOtherNode(): string | undefined {
  return [...(process.env['PATH'] ?? '').split(delimiter), ...USUAL_PLACES]
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path) && realpathSync(path) !== realpathSync(pinnedNode))
    .find((path) => versionOf(path) >= 18 && versionOf(path) !== versionOf(pinnedNode));
}

function versionOf(node: string): number {
  return Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);
}
