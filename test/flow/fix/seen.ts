import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** All that a person has in a repository: each file with its kind, mode and content, and what git holds. */
export function seenIn(root: string): Readonly<Record<string, string>> {
  return { ...filesIn(root), ...gitIn(root) };
}

/** Each file below a folder, but for git's own and those of Ratchetr. */
export function filesIn(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = names.filter(
    (name) => !/^(?:\.git|\.ratchetr|\.venv|node_modules)(?:\/|$)/.test(name),
  );
  return Object.fromEntries(own.toSorted().map((name) => [name, described(join(root, name))]));
}

function described(path: string): string {
  const { mode } = lstatSync(path);
  const kind = (mode >>> 12).toString(8);
  const rights = (mode & 0o777).toString(8);
  if (kind === '4') return `folder ${rights}`;
  if (kind === '12') return `link to ${readlinkSync(path)}`;
  if (kind !== '10') return `kind ${kind}`;
  return `file ${rights} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

function gitIn(root: string): Readonly<Record<string, string>> {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return {
    'its branches': git('for-each-ref'),
    'its index': git('ls-files', '--stage'),
    'its status': git('status', '--porcelain'),
    'its HEAD': readFileSync(join(root, '.git/HEAD'), 'utf8'),
    'its configuration': readFileSync(join(root, '.git/config'), 'utf8'),
  };
}
