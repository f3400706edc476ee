export interface Root {
  /** Absolute, as the machine writes it. */
  readonly root: string;
}

export type CanonicalScope =
  | { readonly kind: 'inside'; readonly paths: readonly string[] }
  /** The paths that leave the root, as they were given. */
  | { readonly kind: 'outside'; readonly paths: readonly string[] };

/** Gives a list of paths its one form, so that two lists of the same paths are equal. */
export function canonicalScope(paths: readonly string[], { root }: Root): CanonicalScope {
  const places = paths.map((given) => ({ given, path: canonicalPath(given, { root }) }));
  const outside = places.filter(({ path }) => path === null).map(({ given }) => given);
  if (outside.length > 0) return { kind: 'outside', paths: outside };
  return { kind: 'inside', paths: sortPaths(places.flatMap(({ path }) => path ?? [])) };
}

/** A path below the root as relative POSIX path, the root itself as ".", anything else as null. */
export function canonicalPath(path: string, { root }: Root): string | null {
  const base = splitPath(root);
  const parts = splitPath(isAbsolute(path, root) ? path : `${root}/${path}`);
  if (base.some((part, index) => parts[index] !== part)) return null;
  return parts.slice(base.length).join('/') || '.';
}

/** Each path once, by code point: the order of UTF-16 units would put some letters elsewhere than other tools do. */
export function sortPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].toSorted(compareCodePoints);
}

function splitPath(path: string): readonly string[] {
  const kept: string[] = [];
  for (const part of posix(path).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return kept;
}

/** Only where the root has a drive can a letter and a colon be one; elsewhere it is a name like any other. */
function isAbsolute(path: string, root: string): boolean {
  return posix(path).startsWith('/') || (hasDrive(root) && hasDrive(path));
}

function hasDrive(path: string): boolean {
  return /^[A-Z]:\//.test(posix(path));
}

function posix(path: string): string {
  const text = path.normalize('NFC').replaceAll('\\', '/');
  return text.replace(/^[a-z]:\//, (drive) => drive.toUpperCase());
}

function compareCodePoints(left: string, right: string): number {
  const others = Array.from(right, codePoint);
  for (const [index, mine] of Array.from(left, codePoint).entries()) {
    const difference = mine - (others[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
