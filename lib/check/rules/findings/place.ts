/** The path of a finding relative to the repository; null when it lies outside of it. */
export function pathInRepository(
  path: string,
  folders: { readonly repository: string; readonly cwd: string },
): string | null {
  const absolute = path.startsWith('/') ? path : `${folders.cwd}/${path}`;
  const [wanted, base] = [segments(absolute), segments(folders.repository)];
  const inside = base.every((segment, index) => wanted[index] === segment);
  const rest = wanted.slice(base.length);
  return inside && rest.length > 0 ? rest.join('/') : null;
}

/** Lexically: links are the file system's business. */
function segments(path: string): readonly string[] {
  const kept: string[] = [];
  for (const segment of path.normalize('NFC').split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}
