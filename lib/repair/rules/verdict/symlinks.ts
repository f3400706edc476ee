import { lostPath, newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { isGitFolder } from '#base/fold-path.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No link may lead out of the repository or into the folder of git, also not by way of another link. */
export function judgeSymlinks(
  diff: readonly DiffEntry[],
  { existingLinks }: DiffRules,
): readonly Rejection[] {
  const made = new Map(diff.flatMap((entry) => madeLink(entry)));
  const lost = new Set(diff.flatMap((entry) => goneAsLink(entry)));
  const kept = [...existingLinks].filter(([path]) => !lost.has(path));
  const after = new Map([...kept, ...made]);
  return (
    [...after.keys()]
      .filter((path) => leadsOutside(path, after))
      // What led away before is not of this change's making.
      .filter((path) => made.has(path) || !leadsOutside(path, existingLinks))
      .map((path) =>
        rejectPath(
          'SYMLINK_ESCAPE',
          path,
          (shown) =>
            `The link ${shown} leads out of the repository or into .git; let it stay inside.`,
        ),
      )
  );
}

function madeLink({
  path,
  newMode,
  linkTarget,
  newText,
}: DiffEntry): (readonly [string, string])[] {
  if (newMode !== '120000') return [];
  // A target that cannot be told leads nowhere good.
  return [[path, linkTarget ?? newText ?? '/']];
}

function goneAsLink(entry: DiffEntry): readonly string[] {
  const gone = lostPath(entry);
  const other = newPath(entry) ?? entry.path;
  return gone === undefined ? [other] : [gone, other];
}

const maxSteps = 40;

type Links = ReadonlyMap<string, string>;

function leadsOutside(link: string, links: Links): boolean {
  const at = link.split('/').slice(0, -1);
  const rest = (links.get(link) ?? '').split('/').toReversed();
  if (!isRelativeTarget(links.get(link) ?? '')) return true;
  for (let steps = 0; rest.length > 0;) {
    const part = rest.pop() ?? '';
    if (part === '..' && at.pop() === undefined) return true;
    if (part === '' || part === '.' || part === '..') continue;
    if (isGitFolder(part)) return true;
    at.push(part);
    const next = links.get(at.join('/'));
    if (next === undefined) continue;
    steps += 1;
    // A system gives up on so many, and so does this: a loop of links has no end.
    if (steps > maxSteps || !isRelativeTarget(next)) return true;
    at.pop();
    rest.push(...next.split('/').toReversed());
  }
  return false;
}

function isRelativeTarget(target: string): boolean {
  return target !== '' && !/^\/|^~|^[A-Za-z]:|[\\\0]/.test(target);
}
