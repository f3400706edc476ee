/**
 * A path as the most forgiving file system reads it: case, composed letters, signs that HFS+ ignores, and what Windows
 * drops from the end of a name make no difference. Two paths that fold alike may be one file somewhere.
 */
export function foldPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => foldPart(part))
    .join('/');
}

// The signs that HFS+ ignores, as git lists them.
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

function foldPart(part: string): string {
  // Upper case first: some letters meet there alone.
  return withoutTail(part.replace(ignored, '').normalize('NFD').toUpperCase().toLowerCase());
}

// Windows reads `.git::$INDEX_ALLOCATION`, `.git.` and `.git ` as `.git`; the names of folders above stay as they are.
function withoutTail(part: string): string {
  if (part === '.' || part === '..') return part;
  const stream = part.indexOf(':');
  const name = stream > 0 ? part.slice(0, stream) : part;
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

/** Whether a folded part may be the short name that Windows gives to this name, such as `git~1` for `.git`. */
export function mayBeShortName(part: string, name: string): boolean {
  const [, stem] = /^([^.~]{1,6})~\d{1,6}(?:\.[^.]{0,3})?$/.exec(part) ?? [];
  if (stem === undefined) return false;
  const letters = name.replace(/[. ]/g, '');
  // After a few alike, only two letters of the name are left, and four of a digest follow.
  return letters.startsWith(stem) || (stem.length === 6 && letters.startsWith(stem.slice(0, 2)));
}

/** Whether a part names the folder of git on any file system. */
export function isGitFolder(part: string): boolean {
  const folded = foldPath(part);
  return folded === '.git' || mayBeShortName(folded, '.git');
}
